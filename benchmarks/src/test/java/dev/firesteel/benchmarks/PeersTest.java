// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.firesteel.journal.JournalFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeersTest {
    private static final int APPENDS = 3;

    @TempDir Path directory = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"artemis-nio", "rocksdb", "bookkeeper", "bookkeeper-eager"})
    void takesAppendsFromTwoThreadsAndPutsThemIntoItsDirectory(String name) throws Exception {
        byte[] payload = payload(1000);
        try (Peer peer = Peers.open(request(name))) {
            Peer.Appender one = peer.appender(payload);
            Peer.Appender other = peer.appender(payload);
            for (int i = 0; i < APPENDS; i++) {
                one.append();
                other.append();
            }
        }
        assertThat(holds(payload)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"firesteel, true", "firesteel-encrypted, false"})
    void encryptsIfThatIsWhatIsMeasured(String name, boolean isReadable) throws Exception {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux"); // owns settings
        new JournalFormat(12 << 20, 1 << 20, 0, 0).write(target(), (bytes, of) -> {});
        byte[] payload = payload(1000);
        try (Peer peer = Peers.open(request(name))) {
            peer.appender(payload).append();
        }
        assertThat(holds(payload)).isEqualTo(isReadable);
    }

    @Test
    void countsTheRecordsOfTheEngine() throws Exception {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux"); // owns settings
        new JournalFormat(12 << 20, 1 << 20, 0, 0).write(target(), (bytes, of) -> {});
        try (Peer peer = Peers.open(request("firesteel"))) {
            Peer.Written before = peer.written();
            Peer.Appender appender = peer.appender(payload(1000));
            for (int i = 0; i < APPENDS; i++) appender.append();
            Peer.Written since = peer.written().since(before);
            assertThat(since.requests()).isEqualTo(APPENDS);
            assertThat(since.bytes()).isGreaterThan(APPENDS * 1000).isLessThan(APPENDS * 9000);
        }
    }

    @Test
    void writesBlocksOfTheSizeThatWasAskedForOneBehindTheOther() throws Exception {
        try (Peer drive = Peers.open(request("drive"))) {
            Peer.Appender appender = drive.appender(payload(1000));
            for (int i = 0; i < APPENDS; i++) appender.append();
            assertThat(drive.written()).isEqualTo(new Peer.Written(APPENDS, APPENDS * 8192L));
        }
        byte[] file = Files.readAllBytes(target());
        assertThat(file).hasSize(4 << 20);
        int end = (1 << 20) + APPENDS * 8192;
        assertThat(file[1 << 20]).isNotZero();
        assertThat(file[end - 1]).isNotZero();
        assertThat(file[(1 << 20) - 1]).isZero();
        assertThat(file[end]).isZero();
    }

    @Test
    void takesTheNearestSizeThatTheDeviceTakes() {
        assertThat(DrivePeer.nearest(1, 4096)).isEqualTo(4096);
        assertThat(DrivePeer.nearest(6000, 4096)).isEqualTo(4096);
        assertThat(DrivePeer.nearest(6500, 4096)).isEqualTo(8192);
        assertThat(DrivePeer.nearest(6500, 512)).isEqualTo(6656);
    }

    @Test
    void knowsNoOthers() {
        assertThatThrownBy(() -> Peers.open(request("kafka"))).hasMessageContaining("kafka");
    }

    private Request request(String peer) {
        return Request.parse(
                Request.join(
                        "peer=" + peer,
                        "threads=2",
                        "bytes=1000",
                        "warmUpSeconds=1",
                        "seconds=1",
                        "directory=" + directory,
                        "target=" + target(),
                        "targetBytes=" + (4 << 20),
                        "recordsInFlight=1",
                        "writeBytes=8000",
                        "deviceStat=",
                        "result=" + directory.resolve("figures")));
    }

    private Path target() {
        return directory.resolve("target file");
    }

    /** Returns bytes without zeros, which an unwritten file holds as well. */
    private static byte[] payload(int bytes) {
        byte[] payload = new byte[bytes];
        new Random(1).nextBytes(payload);
        for (int i = 0; i < bytes; i++) if (payload[i] == 0) payload[i] = 1;
        return payload;
    }

    /** Searches for the end of an entry, which no log changes. */
    private boolean holds(byte[] payload) throws Exception {
        String end = text(payload).substring(payload.length / 2);
        try (var files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                if (text(Files.readAllBytes(file)).contains(end)) return true;
        }
        return false;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
