// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.KeyStoreFile;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests nodes that refuse to start: the exit code, one line on the console and in the log, and an
 * untouched journal. {@code JournalOpenerTest} and {@code SettingsTest} cover the other reasons.
 */
class RefusalIT {
    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() {
        firesteel = new FiresteelNode(directory, Releases.newest(), "127.0.2.2");
    }

    @Test
    @Tag("quick")
    void refusesAnUnknownKey() throws Exception {
        firesteel.formatted();
        assertRefused(
                firesteel.settings().firesteel("journal_pth", "/flash"),
                "firesteel.yaml: unknown key journal_pth; known keys are [journal_full_wait,"
                        + " journal_in_memory, journal_path, journal_records_in_flight, journal_reserve_segments,"
                        + " journal_wait_for_flash, lifetimes, prometheus_address, prometheus_port,"
                        + " sstable_writeback, sync_files, trace_directory, trace_size]");
    }

    @Test
    void refusesToStartWithoutFiresteelYaml() throws Exception {
        firesteel.formatted();
        assertRefused(
                firesteel.stock().agent(FiresteelNode.AGENT),
                "cannot read "
                        + directory.resolve("conf/firesteel.yaml")
                        + "; it must be a readable file with at least the line 'journal_path:"
                        + " /path/to/the/journal'");
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
    @Tag("full")
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
                        + " journal is encrypted, but files copied out of it would not be: set"
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
                "and segments that wait to be archived are not encrypted: 1 segments in "
                        + waiting);
    }

    /** The next start would replay and delete the archive. */
    @Test
    void refusesAnArchiveInTheCommitLogDirectory() throws Exception {
        firesteel.formatted();
        String command = "/bin/ln %path " + firesteel.commitLog() + "/%name";
        Files.writeString(
                Files.createDirectories(directory.resolve("conf"))
                        .resolve("commitlog_archiving.properties"),
                "archive_command=" + command + "\n");
        assertRefused(
                firesteel.settings(),
                "archive_command, '"
                        + command
                        + "', writes into commitlog_directory, "
                        + firesteel.commitLog()
                        + ": Cassandra replays and deletes the files there");
    }

    /** New segments get higher identifiers, and the format cannot hold any above this one. */
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

    /** Otherwise the node would silently run with Cassandra's commit log. */
    @Test
    void refusesToComeAfterAnAgentThatHasLoadedTheCommitLog() throws Exception {
        firesteel.formatted();
        Path other = EarlyAgent.jar(directory.resolve("early.jar"));
        NodeSettings settings =
                firesteel
                        .stock()
                        .agent(other)
                        .jvmOption("-javaagent:" + FiresteelNode.AGENT.toRealPath());
        try (CassandraNode node = settings.start()) {
            node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).as(firesteel.console()).isEqualTo(3);
        }
        assertThat(onlyLine(firesteel.console()))
                .contains("another agent has loaded org.apache.cassandra.db.commitlog.CommitLog")
                .contains("put the -javaagent line of Firesteel before that agent's");
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

    /** Returns Firesteel's message, asserting that it is one line without a stack trace. */
    private static String onlyLine(String console) {
        assertThat(console).doesNotContain("\tat ");
        List<String> lines =
                console.lines().filter(line -> line.startsWith("Firesteel: ")).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }
}
