// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.KeyStoreFile;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a node with {@code transparent_data_encryption_options}, as for Cassandra's own commit log.
 */
class EncryptionIT {
    private static final int ROWS = 100;
    private static final String CLEAR = "nobody is to read this on the device ";

    @TempDir Path directory;

    @Test
    void whatIsEncryptedIsReplayedWithTheKeyAndNotWithout() throws Exception {
        Scene scene = scene(Releases.newest());
        scene.writesAndIsKilled("one", 0);
        assertThat(scene.journal()).doesNotContain(CLEAR);
        scene.refuses(null, ", and no key was given; start once more with the former key");
        scene.isDrained("one", 1);
    }

    @ParameterizedTest
    @Tag("full")
    @MethodSource("dev.firesteel.node.Releases#both")
    void aNodeChangesItsKey(String version) throws Exception {
        Scene scene = scene(version);
        scene.writesAndIsKilled(null, 0);
        assertThat(scene.journal()).as("the test would see it").contains(CLEAR + 7);
        Path draft =
                Files.createDirectories(
                                scene.firesteel.commitLog().resolve(SegmentArchive.DIRECTORY))
                        .resolve("CommitLog-8-1.log.new");
        Files.writeString(draft, CLEAR);
        // Cleartext entries are replayed, and stay on disk until they are overwritten.
        scene.writesAndIsKilled("one", 1);
        assertThat(draft).doesNotExist();
        scene.writesAndIsKilled("one", 2);
        assertThat(scene.journal()).doesNotContain(CLEAR + 1, CLEAR + 2);
        assertThat(JournalReader.inspect(scene.firesteel.journal).segments())
                .allMatch(SegmentInfo::isEncrypted);
        scene.refuses(null, ", and no key was given; start once more with the former key");
        scene.refuses("another", ", not with key ");
        scene.refuses(
                "missing",
                "the key 'missing' of transparent_data_encryption_options cannot be read");
        scene.isDrained("one", 3);
        scene.isDrained("another", 3);
        scene.isDrained(null, 3);
    }

    private Scene scene(String version) throws Exception {
        return new Scene(
                new FiresteelNode(directory, version, "127.0.2.32").formatted(),
                KeyStoreFile.write(directory.resolve("keys"), "one", "another"));
    }

    private record Scene(FiresteelNode firesteel, KeyStoreFile keys) {
        private NodeSettings settings(@Nullable String alias) {
            NodeSettings settings = firesteel.settings();
            return alias == null
                    ? settings
                    : settings.setting("transparent_data_encryption_options", keys.options(alias));
        }

        private CassandraNode start(@Nullable String alias) throws Exception {
            return settings(alias).start().awaitReady(FiresteelNode.PATIENCE);
        }

        /**
         * Writes rows whose text contains the number of the round; rounds above 0 are encrypted.
         */
        private void writesAndIsKilled(@Nullable String alias, int round) throws Exception {
            try (CassandraNode node = start(alias);
                    CqlSession session = FiresteelNode.connect(node)) {
                if (round == 0) FiresteelNode.createTable(session);
                else hasAllUpTo(node, round);
                for (int i = 0; i < ROWS; i++)
                    session.execute(
                            "INSERT INTO k.t (id, v) VALUES (%d, '%s%d')"
                                    .formatted(round * ROWS + i, CLEAR, round == 0 ? 7 : round));
                node.kill();
            }
        }

        private static void hasAllUpTo(CassandraNode node, int rounds) {
            try (CqlSession session = FiresteelNode.connect(node)) {
                assertThat(FiresteelNode.ids(session, "k.t"))
                        .isEqualTo(IntStream.range(0, rounds * ROWS).boxed().toList());
                assertThat(session.execute("SELECT v FROM k.t WHERE id = 0").one().getString("v"))
                        .isEqualTo(CLEAR + 7);
            }
        }

        private void refuses(@Nullable String alias, String why) throws Exception {
            String before = FiresteelNode.hash(firesteel.journal);
            try (CassandraNode node = settings(alias).start()) {
                node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(node.exitCode()).as(firesteel.console()).isEqualTo(3);
            }
            assertThat(FiresteelNode.hash(firesteel.journal)).isEqualTo(before);
            assertThat(firesteel.console()).contains(why).doesNotContain("\tat ");
        }

        private void isDrained(@Nullable String alias, int rounds) throws Exception {
            try (CassandraNode node = start(alias)) {
                hasAllUpTo(node, rounds);
                node.drainAndStop(FiresteelNode.PATIENCE);
            }
        }

        private String journal() throws IOException {
            return Files.readString(firesteel.journal, StandardCharsets.ISO_8859_1);
        }
    }
}
