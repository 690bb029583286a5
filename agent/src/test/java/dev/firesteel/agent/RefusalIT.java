// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.Owner;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.KeyStoreFile;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that keeps a node from starting: the message, the exit code, and an untouched journal.
 */
class RefusalIT {
    private static final int COMMIT_LOG_VERSION = 8;

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() {
        String newest = FiresteelNode.releases().findFirst().orElseThrow();
        firesteel = new FiresteelNode(directory, newest, "127.0.2.2");
    }

    @Test
    void refusesAnUnknownKey() throws Exception {
        firesteel.formatted();
        assertRefused(
                firesteel.settings().firesteel("journal_pth", "/flash"),
                "firesteel.yaml: unknown key journal_pth; it knows [journal_full_wait, journal_path,"
                        + " journal_records_in_flight, journal_reserve_segments,"
                        + " journal_wait_for_flash, lifetimes, prometheus_address, prometheus_port,"
                        + " sstable_writeback, trace_directory, trace_size]");
    }

    @Test
    void refusesAnImpossibleValue() throws Exception {
        firesteel.formatted();
        assertRefused(
                firesteel.settings().firesteel("journal_records_in_flight", 33),
                "firesteel.yaml: journal_records_in_flight is 33; allowed is a whole number from 1"
                        + " to 32");
    }

    @Test
    void refusesToStartWithoutFiresteelYaml() throws Exception {
        firesteel.formatted();
        assertRefused(
                firesteel.stock().agent(FiresteelNode.AGENT),
                "there is no "
                        + directory.resolve("conf/firesteel.yaml")
                        + "; write one with at least the line 'journal_path: /path/to/the/journal'");
    }

    @Test
    void refusesAJournalThatIsNotThere() throws Exception {
        assertRefused(
                firesteel.settings(),
                "there is no journal at "
                        + firesteel.journal
                        + "; make one: firesteel journal format --size 4GiB "
                        + firesteel.journal);
    }

    @Test
    void refusesABlankFile() throws Exception {
        Files.write(firesteel.journal, new byte[64 << 20]);
        assertRefused(
                firesteel.settings(),
                firesteel.journal
                        + " is blank; make it a journal: firesteel journal format "
                        + firesteel.journal);
    }

    @Test
    void refusesAFileThatIsSomethingElse() throws Exception {
        byte[] other = "somebody's data. ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        Files.write(firesteel.journal, other);
        assertRefused(
                firesteel.settings(),
                firesteel.journal + " does not hold a Firesteel journal, but something else");
    }

    @Test
    void refusesTheJournalOfAnotherNode() throws Exception {
        firesteel.formatted();
        UUID other = UUID.randomUUID();
        openAs(other).close();
        assertRefused(
                firesteel.settings(),
                firesteel.journal + " holds the journal of another owner: other (" + other + ")");
    }

    @Test
    void refusesAJournalThatAnotherProcessHasOpen() throws Exception {
        firesteel.formatted();
        UUID own = UUID.randomUUID();
        Path commitLog = Files.createDirectories(firesteel.commitLog());
        new NodeIdentity(own, null).write(commitLog);
        try (Journal open = openAs(own)) {
            assertThat(open.segments()).isNotEmpty();
            assertRefused(firesteel.settings(), firesteel.journal + " is in use");
        }
    }

    @Test
    void refusesSegmentsThatAreSmallerThanAMutationMayBe() throws Exception {
        firesteel.formatted(2 << 20, 8);
        assertRefused(
                firesteel.settings().setting("commitlog_segment_size", "8MiB"),
                "a segment of the journal " + firesteel.journal + " holds mutations of at most",
                "bytes, and max_mutation_size allows 4194292: lower max_mutation_size");
    }

    @Test
    void refusesToCopyOutOfAnEncryptedJournalInTheClear() throws Exception {
        firesteel.formatted();
        KeyStoreFile keys = KeyStoreFile.write(directory.resolve("keystore"), "key");
        NodeSettings encrypted =
                firesteel
                        .settings()
                        .setting("transparent_data_encryption_options", keys.options("key"));
        assertRefused(
                encrypted.setting("cdc_enabled", true),
                "transparent_data_encryption_options.enabled is true, and cdc_enabled is true: the"
                        + " journal is encrypted, what is copied out of it is not yet: set"
                        + " cdc_enabled to false");
        Files.writeString(
                directory.resolve("conf/commitlog_archiving.properties"),
                "archive_command=/bin/true %path\n");
        assertRefused(
                encrypted.setting("cdc_enabled", false),
                "and archive_command is set: the journal is encrypted");
        Files.delete(directory.resolve("conf/commitlog_archiving.properties"));
        Path waiting =
                Files.createDirectories(firesteel.commitLog().resolve(SegmentArchive.DIRECTORY));
        Files.createFile(waiting.resolve("CommitLog-8-7.log"));
        assertRefused(
                encrypted,
                "and what waits to be archived is not encrypted: 1 segments in " + waiting);
    }

    @Test
    void refusesAnotherJournalWhileItsOwnHoldsWrites() throws Exception {
        firesteel.formatted();
        Path commitLog = Files.createDirectories(firesteel.commitLog());
        new NodeIdentity(UUID.randomUUID(), Path.of("/flash/gone")).write(commitLog);
        new PoisonFile(commitLog).place();
        assertRefused(
                firesteel.settings(),
                "the journal "
                        + firesteel.journal
                        + " is a new one; writes of this node that are in no SSTable are in its"
                        + " journal /flash/gone: bring it back");
    }

    @Test
    void refusesWhenItNoLongerKnowsWhoseTheJournalIs() throws Exception {
        firesteel.formatted();
        new PoisonFile(Files.createDirectories(firesteel.commitLog())).place();
        assertRefused(
                firesteel.settings(),
                firesteel.commitLog().resolve("firesteel.node")
                        + ", which says whose the journal is, is missing");
    }

    /** New segments get identifiers above it, and the format holds none that is so high. */
    @Test
    void refusesACommitLogFileOfAnIdentifierThatCannotBe() throws Exception {
        firesteel.formatted();
        Path commitLog = Files.createDirectories(firesteel.commitLog());
        Files.createFile(commitLog.resolve("CommitLog-8-" + Long.MAX_VALUE + ".log"));
        assertRefused(
                firesteel.settings(),
                "a file of the stock commit log in "
                        + commitLog
                        + " is named after segment "
                        + Long.MAX_VALUE
                        + ", which no node has ever written: move it away");
    }

    private Journal openAs(UUID id) throws IOException {
        JournalOptions options =
                new JournalOptions(
                        new Owner(id, "other"),
                        COMMIT_LOG_VERSION,
                        0,
                        1,
                        Duration.ofSeconds(1),
                        JournalOptions.DEFAULT_RESERVE_SEGMENTS);
        return Journal.open(firesteel.journal, options, JournalListener.none());
    }

    private void assertRefused(NodeSettings settings, String... parts) throws Exception {
        String before = FiresteelNode.hash(firesteel.journal);
        try (CassandraNode node = settings.start()) {
            node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).as(firesteel.console()).isEqualTo(3);
        }
        assertThat(FiresteelNode.hash(firesteel.journal)).isEqualTo(before);
        String said = onlyLine(firesteel.console());
        assertThat(said).contains(parts).doesNotContain("Exception");
        assertThat(firesteel.log()).contains(said);
    }

    /** What Firesteel said, in one line, and without a stack trace. */
    private static String onlyLine(String console) {
        assertThat(console).doesNotContain("\tat ");
        List<String> lines =
                console.lines().filter(line -> line.startsWith("Firesteel: ")).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }
}
