// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalPosition;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.RecoveryCase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalExportTest {
    private static final int SEGMENT_BYTES = 1 << 16;
    private static final int VERSION = 8;

    @TempDir Path directory;
    private Path file;
    private Path target;
    private final Owner owner = new Owner(UUID.randomUUID(), "test");
    private final List<JournalPosition> ends = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private @Nullable JournalKey key;

    @BeforeEach
    void format() throws IOException {
        file = directory.resolve("journal");
        target = directory.resolve("exported");
        format(28, 12);
    }

    private void format(int base, int overhead) throws IOException {
        Files.deleteIfExists(file);
        new JournalFormat((1 << 20) + 16 * SEGMENT_BYTES, SEGMENT_BYTES, base, overhead)
                .write(file, (done, of) -> {});
    }

    private Journal open(int version) throws IOException {
        JournalOptions options =
                new JournalOptions(owner, version, 0, 1, Duration.ofMillis(200), 3)
                        .encryptedWith(key);
        return Journal.open(file, options, JournalListener.none());
    }

    /** Appends mutations until several segments are full. */
    private void fill(int version) throws IOException {
        try (Journal journal = open(version)) {
            for (int i = 0; i < 40; i++)
                append(journal, "mutation number " + i + " ".repeat(i * 150));
        }
    }

    private void append(Journal journal, String text) throws IOException {
        ByteBuffer entry = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        ends.add(journal.append(entry, (segment, start) -> {}));
        texts.add(text);
    }

    private ExportSummary export() throws IOException {
        return new JournalExport(file, key, target, false).write();
    }

    private List<StockReader> exported() throws IOException {
        List<StockReader> segments = new ArrayList<>();
        try (Stream<Path> files = Files.list(target)) {
            for (Path each : files.sorted().toList()) segments.add(StockReader.read(each));
        }
        return segments;
    }

    private static List<String> texts(List<StockReader> segments) {
        return segments.stream()
                .flatMap(segment -> segment.mutations().stream())
                .map(entry -> StandardCharsets.UTF_8.decode(entry.mutation()).toString())
                .toList();
    }

    @Test
    void anEncryptedJournalIsExportedInTheClearAndOnlyWithItsKey() throws IOException {
        key = JournalKey.of(new byte[16]);
        fill(VERSION);
        ExportSummary summary = export();
        assertThat(texts(exported())).isEqualTo(texts);
        assertThat(summary.fillers()).isZero();
        target = directory.resolve("another");
        key = null;
        assertThatThrownBy(this::export).hasMessageEndingWith("and no key was given");
        assertThat(target).doesNotExist();
    }

    @Test
    void givesEveryEntryAtItsPositionInFilesOfCassandras() throws IOException {
        fill(VERSION);
        byte[] before = Files.readAllBytes(file);
        ExportSummary summary = export();
        List<StockReader> segments = exported();
        assertThat(texts(segments)).isEqualTo(texts);
        assertThat(
                        segments.stream()
                                .flatMap(
                                        segment ->
                                                segment.entries.stream()
                                                        .map(
                                                                entry ->
                                                                        new JournalPosition(
                                                                                segment.id,
                                                                                entry.end()))))
                .isEqualTo(ends);
        assertThat(segments).hasSizeGreaterThan(2).allMatch(segment -> segment.version == VERSION);
        assertThat(summary.isWritten()).isTrue();
        assertThat(summary.fillers()).isZero();
        assertThat(summary.damages()).isEmpty();
        assertThat(summary.read().entries()).isEqualTo(texts.size());
        assertThat(summary.files()).hasSize(segments.size()).isSorted();
        long bytes = 0;
        for (Path each : summary.files()) bytes += Files.size(each);
        assertThat(summary.fileBytes()).isEqualTo(bytes);
        assertThat(Files.readAllBytes(file)).as("the journal").isEqualTo(before);
    }

    @Test
    void givesWhatSeveralRunsHaveLeftInTheirOrder() throws IOException {
        for (int run = 0; run < 3; run++) fill(7);
        export();
        assertThat(texts(exported())).isEqualTo(texts);
        assertThat(exported()).allMatch(segment -> segment.version == 7);
    }

    @Test
    void leavesOutWhatWasReleased() throws IOException {
        try (Journal journal = open(VERSION)) {
            journal.endRecovery();
            append(journal, "a mutation that is in an SSTable");
            long first = journal.position().segmentId();
            journal.roll(0);
            append(journal, "a mutation that is in none");
            journal.release(first);
        }
        export();
        assertThat(texts(exported())).containsExactly("a mutation that is in none");
    }

    @Test
    void showsTheFilesToTheirOwnerAlone() throws IOException {
        fill(VERSION);
        ExportSummary summary = export();
        assertThat(permissions(target)).isEqualTo("rwx------");
        for (Path each : summary.files()) assertThat(permissions(each)).isEqualTo("rw-------");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void makesNothingOfAJournalThatHoldsNothing() throws IOException {
        ExportSummary summary = export();
        assertThat(summary.isWritten()).isTrue();
        assertThat(summary.files()).isEmpty();
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesAJournalInUse() throws IOException {
        try (Journal journal = open(VERSION)) {
            append(journal, "a mutation of a running node");
            assertThatThrownBy(this::export)
                    .isInstanceOf(DeviceRefusedException.class)
                    .hasMessageContaining(file + " is in use");
        }
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesADirectoryThatHoldsSegments() throws IOException {
        fill(VERSION);
        Files.createDirectory(target);
        Path poison = Files.createFile(target.resolve("CommitLog-7-1.log"));
        assertThatThrownBy(this::export)
                .hasMessageContaining(
                        target + " already holds files of a commit log, such as CommitLog-7-1.log");
        assertThat(Files.size(poison)).isZero();
        Files.move(poison, target.resolve("notes.txt"));
        export();
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files.filter(each -> each.toString().endsWith(".log"))).isNotEmpty();
        }
    }

    @Test
    void refusesWhatIsNoDirectoryAndCanBeMadeNone() throws IOException {
        fill(VERSION);
        Files.createFile(target);
        assertThatThrownBy(this::export).hasMessageContaining(target + " is not a directory");
        target = directory.resolve("missing").resolve("exported");
        assertThatThrownBy(this::export).hasMessageContaining("make it first");
        assertThat(directory.resolve("missing")).doesNotExist();
    }

    @Test
    void refusesAVersionOfTheCommitLogThatItDoesNotKnow() throws IOException {
        fill(9);
        assertThatThrownBy(this::export)
                .hasMessageContaining("holds writes of commit log version 9")
                .hasMessageContaining("exports versions 7 and 8");
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesAJournalWhoseEntriesCannotBeCassandras() throws IOException {
        format(0, 0);
        assertThatThrownBy(this::export).hasMessageContaining("was not formatted for Cassandra");
        format(28, 12);
        try (Journal journal = open(VERSION)) {
            append(journal, "too short");
        }
        assertThatThrownBy(this::export).hasMessageContaining("is not Cassandra's");
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesDamageAndLeavesNothingBehind() throws IOException {
        fill(VERSION);
        flipOneBitOf("mutation number 7 ");
        ExportSummary summary = export();
        assertThat(summary.isWritten()).isFalse();
        assertThat(summary.files()).isEmpty();
        assertThat(summary.damages())
                .extracting(Damage::finding)
                .containsExactly(RecoveryCase.B_DAMAGED_BODY);
        assertThat(target).doesNotExist();
    }

    @Test
    void fillsWhatIsDamagedIfThatIsWanted() throws IOException {
        fill(VERSION);
        flipOneBitOf("mutation number 7 ");
        ExportSummary summary = new JournalExport(file, null, target, true).write();
        JournalPosition damaged = ends.get(7);
        assertThat(summary.isWritten()).isTrue();
        assertThat(summary.damages()).hasSize(1);
        assertThat(summary.fillers()).isOne();
        assertThat(exported().stream().flatMap(segment -> segment.fillers().stream()))
                .extracting(StockReader.Entry::end)
                .containsExactly(damaged.offset());
        texts.remove(7);
        assertThat(texts(exported())).isEqualTo(texts);
    }

    private void flipOneBitOf(String text) throws IOException {
        byte[] content = Files.readAllBytes(file);
        int at = new String(content, StandardCharsets.ISO_8859_1).indexOf(text);
        assertThat(at).as("where the text lies in the journal").isPositive();
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            open.write(content[at] ^ 1);
        }
    }

    /** A link with the name of a future file is replaced, not followed. */
    @Test
    void writesToNothingThatLiesInItsWay() throws IOException {
        fill(VERSION);
        Path precious = Files.writeString(directory.resolve("precious"), "as it was");
        Files.createDirectory(target);
        Path draft = target.resolve("CommitLog-8-" + ends.get(0).segmentId() + ".log.new");
        Files.createSymbolicLink(draft, precious);
        export();
        assertThat(precious).hasContent("as it was");
        assertThat(texts(exported())).isEqualTo(texts);
    }
}
