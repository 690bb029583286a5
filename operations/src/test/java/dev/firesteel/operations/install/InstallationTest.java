// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.export.JournalExport;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.operations.install.InstallationStatus.Presence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstallationTest {
    private static final UUID NODE = UUID.randomUUID();

    /** A size that passes the export's check: no mutation of Cassandra is smaller. */
    private static final int MUTATION_BYTES = 17;

    @TempDir Path root = Path.of("");

    private LaidOutHome laidOut;

    @BeforeEach
    void layOut() throws IOException {
        laidOut = new LaidOutHome(root);
    }

    /** Imitates the agent at a node's start, and an end with a drain or a crash. */
    private void run(boolean isDrained) throws IOException {
        Files.writeString(
                laidOut.commitLog.resolve("firesteel.node"),
                "owner: %s\njournal: %s\n".formatted(NODE, laidOut.journal));
        Journal open = open(NODE);
        open.endRecovery();
        if (!isDrained) {
            Files.createFile(laidOut.commitLog.resolve("CommitLog-7-1.log"));
            for (int i = 0; i < 3; i++)
                open.append(ByteBuffer.wrap(new byte[MUTATION_BYTES]), (segment, start) -> {});
        }
        open.close();
    }

    private Journal open(UUID owner) throws IOException {
        return Journal.open(
                laidOut.journal,
                new JournalOptions(new Owner(owner, "test"), 8, 0, 1, Duration.ofSeconds(1), 3),
                JournalListener.none());
    }

    private InstallationStatus status() throws IOException {
        return laidOut.installation().status();
    }

    @Test
    void nothingIsChangedUntilItIsToBe() throws IOException {
        Map<String, String> before = laidOut.content();
        Path agent = laidOut.home.resolve("lib/firesteel/firesteel-agent.jar");
        Plan plan = laidOut.plan();
        assertThat(plan.shown())
                .contains(
                        "copy the agent, version 1.0, to " + agent,
                        "+journal_path: " + laidOut.journal,
                        "+-javaagent:" + agent)
                .contains(
                        "make the journal %s: a file of 16MiB, for %s alone"
                                .formatted(
                                        laidOut.journal,
                                        Files.getOwner(laidOut.root.resolve("var/data")).getName()))
                // The change that loads Firesteel at the next start comes last.
                .last()
                .isEqualTo("+-javaagent:" + agent);
        assertThat(plan.notes())
                .anyMatch(note -> note.startsWith("clients need no change; commitlog_sync has no"))
                .anyMatch(note -> note.startsWith("in a cluster, change one node"))
                .contains(
                        "the way back: drain the node, then 'firesteel uninstall "
                                + laidOut.home
                                + "'");
        assertThat(laidOut.content()).isEqualTo(before);
        assertThat(laidOut.journal).doesNotExist();
        assertThat(status().presence()).isEqualTo(Presence.NONE);
    }

    @Test
    void whatIsInstalledIsThereOnceAndForCassandrasUserAlone() throws IOException {
        laidOut.install();
        assertThat(laidOut.isLoaded()).isTrue();
        assertThat(laidOut.conf.resolve("firesteel.yaml"))
                .content()
                .endsWith("\njournal_path: " + laidOut.journal + "\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(laidOut.journal)))
                .isEqualTo("rw-------");
        assertThat(Files.getOwner(laidOut.journal))
                .isEqualTo(Files.getOwner(laidOut.root.resolve("var/data")));
        InstallationStatus status = status();
        assertThat(status.presence()).isEqualTo(Presence.COMPLETE);
        assertThat(status.agentVersion()).isEqualTo("1.0");
        assertThat(status.cassandraVersion()).isEqualTo("5.0.9");
        assertThat(status.journalState()).isEqualTo(JournalState.CLEAN);
        assertThat(laidOut.plan().isEmpty()).isTrue();
        Map<String, String> once = laidOut.content();
        laidOut.install();
        assertThat(laidOut.content()).isEqualTo(once);
    }

    @Test
    void theJournalBelongsToWhomTheDataBelongs() throws IOException {
        Path data = laidOut.root.resolve("var/data");
        try {
            Files.setOwner(
                    data,
                    data.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName("nobody"));
        } catch (IOException e) {
            assumeTrue(false, "skipped: only root can give files to nobody, " + e);
        }
        Files.setPosixFilePermissions(laidOut.root, PosixFilePermissions.fromString("rwxr-x---"));
        Path closed = Files.createDirectory(laidOut.root.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Path inside = closed.resolve("journal");
        assertThatThrownBy(() -> laidOut.installation().plan(laidOut.agent, inside, 16L << 20))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("may not enter " + laidOut.root);
        Files.setPosixFilePermissions(laidOut.root, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> laidOut.installation().plan(laidOut.agent, inside, 16L << 20))
                .hasMessageContaining(
                        "nobody, the owner of Cassandra's data, may not enter " + closed + ",");
        laidOut.install();
        assertThat(Files.getOwner(laidOut.journal).getName()).isEqualTo("nobody");
        assertThat(Files.getOwner(laidOut.conf.resolve("firesteel.yaml")))
                .isEqualTo(Files.getOwner(laidOut.conf.resolve("cassandra.yaml")));
    }

    @Test
    void whatIsTakenOutLeavesEveryFileAsItWas() throws IOException {
        // Without a line end, with bytes that are no UTF-8, and with special permissions.
        Path options = laidOut.conf.resolve("jvm-server.options");
        Files.write(options, "-ea\n# \u00e4\n-Xss512k".getBytes(StandardCharsets.ISO_8859_1));
        Files.setPosixFilePermissions(options, PosixFilePermissions.fromString("rw-r-----"));
        Map<String, String> before = laidOut.content();
        laidOut.install();
        assertThat(laidOut.isLoaded()).isTrue();
        run(true);
        laidOut.uninstall();
        assertThat(laidOut.content()).isEqualTo(before);
        assertThat(laidOut.journal).exists();
        assertThat(laidOut.installation().removal().isEmpty()).isTrue();
        // Its own journal is accepted again.
        laidOut.install();
        assertThat(status().presence()).isEqualTo(Presence.COMPLETE);
    }

    /** The JVM takes the path as bytes, and a comment in the same file may be in any encoding. */
    @ParameterizedTest
    @ValueSource(strings = {"cas\u00e9", "c\u4e2d"})
    void aHomeMayHaveLettersOfAnyLanguage(String name) throws IOException {
        laidOut = new LaidOutHome(Files.createDirectory(root.resolve(name)));
        Path options = laidOut.conf.resolve("jvm-server.options");
        Files.write(options, "-ea\n# \u00e4\n".getBytes(StandardCharsets.ISO_8859_1));
        Map<String, String> before = laidOut.content();
        laidOut.install();
        Path jar = laidOut.home.resolve("lib/firesteel/firesteel-agent.jar");
        assertThat(new String(Files.readAllBytes(options), StandardCharsets.UTF_8))
                .endsWith("\n-javaagent:" + jar + "\n");
        assertThat(status().presence()).isEqualTo(Presence.COMPLETE);
        assertThat(status().agent()).isEqualTo(jar);
        assertThat(laidOut.plan().isEmpty()).isTrue();
        laidOut.uninstall();
        assertThat(laidOut.content()).isEqualTo(before);
    }

    @Test
    void anAgentThatIsGoneIsNotDeleted() throws IOException {
        laidOut.install();
        Path jar = laidOut.home.resolve("lib/firesteel/firesteel-agent.jar");
        assertThat(laidOut.installation().removal().shown()).contains("delete the agent " + jar);
        Files.delete(jar);
        assertThat(laidOut.installation().removal().shown())
                .contains("remove %s, unless it holds other files".formatted(jar.getParent()));
        laidOut.uninstall();
        assertThat(jar.getParent()).doesNotExist();
    }

    @Test
    void whatWasEditedMeanwhileStays() throws IOException {
        laidOut.install();
        Path options = laidOut.conf.resolve("jvm-server.options");
        Files.writeString(options, "-Xmx1G\n" + Files.readString(options) + "-Xms1G\n");
        Path yaml = laidOut.conf.resolve("firesteel.yaml");
        Files.writeString(yaml, Files.readString(yaml) + "lifetimes: off\n");
        Plan removal = laidOut.installation().removal();
        assertThat(removal.notes()).anyMatch(note -> note.startsWith(yaml + " was edited"));
        laidOut.uninstall();
        assertThat(options).content().isEqualTo("-Xmx1G\n" + LaidOutHome.OPTIONS + "-Xms1G\n");
        assertThat(yaml).content().endsWith("lifetimes: off\n");
        assertThat(status().presence()).isEqualTo(Presence.NONE);
        laidOut.install();
        assertThat(yaml).content().endsWith("lifetimes: off\n");
    }

    @Test
    void aNewerAgentTakesThePlaceOfTheOldOne() throws IOException {
        laidOut.install();
        Map<String, String> options = laidOut.content();
        LaidOutHome.jar(laidOut.agent, "1.1");
        assertThat(laidOut.plan().shown())
                .containsExactly(
                        "replace the agent %s, version 1.0, by version 1.1"
                                .formatted(
                                        laidOut.home.resolve("lib/firesteel/firesteel-agent.jar")));
        laidOut.install();
        assertThat(status().agentVersion()).isEqualTo("1.1");
        assertThat(laidOut.content().get("conf/jvm-server.options"))
                .isEqualTo(options.get("conf/jvm-server.options"));
    }

    @Test
    void aJournalThatHoldsWhatIsInNoSSTableKeepsFiresteelIn() throws IOException {
        laidOut.install();
        run(false);
        assertThat(status().journalState()).isEqualTo(JournalState.DIRTY);
        Map<String, String> before = laidOut.content();
        assertThatThrownBy(laidOut::uninstall)
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("CommitLog-7-1.log")
                .hasMessageContaining("nodetool drain")
                .hasMessageContaining("journal export");
        // The journal's own state counts as well.
        Files.delete(laidOut.commitLog.resolve("CommitLog-7-1.log"));
        assertThat(status().journalState()).isEqualTo(JournalState.DIRTY);
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("1 segment is in use");
        assertThat(laidOut.content()).isEqualTo(before);
    }

    @Test
    void whoTakesFiresteelOutIsToldThatCassandraMayNotStartEncrypted() throws IOException {
        laidOut.install();
        assertThat(laidOut.installation().removal().notes())
                .noneMatch(note -> note.contains("transparent_data_encryption_options"));
        laidOut.write(
                "cassandra.yaml",
                laidOut.yaml() + "transparent_data_encryption_options:\n  enabled: true\n");
        assertThat(laidOut.installation().removal().notes())
                .anyMatch(note -> note.contains("AssertionError in createSegmentBuilder"));
    }

    @Test
    void segmentsThatWaitForTheArchiveKeepFiresteelIn() throws IOException {
        laidOut.install();
        Path waiting = Files.createDirectories(laidOut.commitLog.resolve("archiving"));
        Path segment = Files.createFile(waiting.resolve("CommitLog-8-7.log"));
        assertThatThrownBy(laidOut::uninstall)
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("segments wait in " + waiting + " for archive_command (1)");
        Files.delete(segment);
        laidOut.uninstall();
    }

    @Test
    void aJournalThatWasExportedLetsFiresteelGoAndIsNotTakenAgain() throws IOException {
        Map<String, String> before = laidOut.content();
        laidOut.install();
        run(false);
        Path away = laidOut.root.resolve("exported");
        Path from = new JournalExport(laidOut.journal, null, away, false).write().files().get(0);
        byte[] content = Files.readAllBytes(from);
        Path exported = Files.copy(from, laidOut.commitLog.resolve(from.getFileName()));
        // The instructions of an export require moving this file away.
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("CommitLog-7-1.log");
        Files.delete(laidOut.commitLog.resolve("CommitLog-7-1.log"));
        Files.delete(exported);
        assertThatThrownBy(laidOut::uninstall)
                .hasMessageContaining("1 segment is in use; there is no " + exported);
        // As after a copy without enough space.
        Files.write(exported, Arrays.copyOf(content, content.length - 1));
        assertThatThrownBy(laidOut::uninstall)
                .hasMessageContaining(exported + " differs from the export, from byte 86 on");
        Files.write(exported, Arrays.copyOf(content, 28));
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("from byte 28 on");
        Files.write(exported, content);
        laidOut.uninstall();
        assertThat(laidOut.content()).isEqualTo(before);
        refused("If they were exported or given up, make another journal");
    }

    @Test
    void anOptionThatIgnoresReplayErrorsIsNoted() throws IOException {
        String option = "-Dcassandra.commitlog.ignorereplayerrors=true";
        laidOut.write("jvm17-server.options", "#" + option + "\n");
        assertThat(laidOut.plan().notes()).noneMatch(note -> note.contains(option));
        laidOut.write("jvm17-server.options", option + "\n");
        assertThat(laidOut.plan().notes())
                .anyMatch(note -> note.contains("jvm17-server.options has " + option));
        laidOut.write("jvm17-server.options", option.replace("true", "TRUE") + "\n");
        assertThat(status().notes())
                .anyMatch(note -> note.contains("jvm17-server.options has " + option));
    }

    /** The file that guards the writes is deleted by hand, as operators do with a commit log. */
    @Test
    void anotherJournalIsRefusedWhileTheLastOneHoldsWritesAndTakenOnceTheyAreGivenUp()
            throws IOException {
        laidOut.install();
        run(false);
        Path identity = laidOut.commitLog.resolve("firesteel.node");
        Files.writeString(
                identity,
                "owner: %s\njournal: %s\njournal id: %s\n"
                        .formatted(
                                NODE,
                                laidOut.journal,
                                JournalReader.inspect(laidOut.journal).journalId()));
        Files.delete(laidOut.commitLog.resolve("CommitLog-7-1.log"));
        laidOut.uninstallByHand();
        refused("'firesteel journal export " + laidOut.journal + " DIR' prints the steps");
        Path another = laidOut.root.resolve("another");
        assertThatThrownBy(() -> laidOut.plan(another))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining(
                        laidOut.journal + ", the last journal of this node, holds 3 writes")
                .hasMessageContaining("'journal id: ' from " + identity);
        assertThat(another).doesNotExist();
        Files.writeString(identity, "owner: %s\n".formatted(NODE));
        assertThat(laidOut.plan(another).isEmpty()).isFalse();
    }

    /** The export may have been replayed long ago, so the message must not ask for a replay. */
    @Test
    void whatIsLeftOnceTheLineWasTakenOutByHandGoesAndTheJournalIsNamed() throws IOException {
        laidOut.install();
        run(false);
        Path options = laidOut.conf.resolve("jvm-server.options");
        Files.writeString(options, LaidOutHome.OPTIONS);
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("CommitLog-7-1.log");
        Files.delete(laidOut.commitLog.resolve("CommitLog-7-1.log"));
        assertThat(laidOut.installation().removal().notes())
                .anyMatch(
                        note ->
                                note.contains("the journal " + laidOut.journal + " may hold writes")
                                        && note.contains("leave the journal alone"));
        laidOut.uninstall();
        assertThat(laidOut.conf.resolve("firesteel.yaml")).doesNotExist();
        assertThat(laidOut.journal).exists();
    }

    @Test
    void withoutItsFileTheAgentsOwnSaysWhichJournalMayHoldWrites() throws IOException {
        laidOut.install();
        run(false);
        Files.delete(laidOut.commitLog.resolve("CommitLog-7-1.log"));
        Files.delete(laidOut.conf.resolve("firesteel.yaml"));
        assertThatThrownBy(laidOut::uninstall)
                .hasMessageContaining("the journal " + laidOut.journal + " may hold writes");
    }

    @Test
    void aJournalThatIsGoneIsGivenUpOnlyIfItWasDrained() throws IOException {
        laidOut.install();
        Files.delete(laidOut.journal);
        assertThat(status().journalState()).isEqualTo(JournalState.MISSING);
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("but cannot be read");
        Files.writeString(
                laidOut.commitLog.resolve("firesteel.node"),
                "owner: %s\njournal: %s\n".formatted(NODE, laidOut.journal));
        laidOut.uninstall();
        assertThat(laidOut.isLoaded()).isFalse();
    }

    /** Its drive is not mounted, and the commit log directory did not survive the restart. */
    @Test
    void aJournalThatIsMissingWithAllThatIsKnownOfItIsNotReplaced() throws IOException {
        laidOut.install();
        run(false);
        try (var files = Files.list(laidOut.commitLog)) {
            for (Path each : files.toList()) Files.delete(each);
        }
        Path mounted = laidOut.root.resolve("mounted");
        Files.move(laidOut.journal, mounted);
        refused("the journal " + laidOut.journal + " of this installation does not exist");
        Files.createSymbolicLink(laidOut.journal, laidOut.root.resolve("not-mounted"));
        refused(laidOut.journal + " is a link to " + laidOut.root.resolve("not-mounted"));
        assertThat(laidOut.journal).isSymbolicLink();
        Files.delete(laidOut.journal);
        Files.delete(laidOut.conf.resolve("firesteel.yaml"));
        laidOut.install();
        assertThat(status().journalState()).as("given up").isEqualTo(JournalState.CLEAN);
    }

    @Test
    void aDamagedJournalIsToldAndKeepsFiresteelIn() throws IOException {
        laidOut.install();
        Files.write(laidOut.journal, "no journal".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        assertThat(status().journalState()).isEqualTo(JournalState.DAMAGED);
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("may hold writes");
    }

    @Test
    void aJournalOnADeviceThatIsTooSmallIsNotCalledDamaged() throws IOException {
        laidOut.install();
        byte[] whole = Files.readAllBytes(laidOut.journal);
        Files.write(laidOut.journal, Arrays.copyOf(whole, whole.length / 2));
        assertThat(status().journalState()).isEqualTo(JournalState.MISFIT);
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("may hold writes");
    }

    @Test
    void aBlankJournalIsNotCalledDamagedAndKeepsFiresteelIn() throws IOException {
        laidOut.install();
        Files.write(laidOut.journal, new byte[(int) Files.size(laidOut.journal)]);
        assertThat(status().journalState()).isEqualTo(JournalState.BLANK);
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("may hold writes");
    }

    @Test
    void writesThatAreInNoSSTableNeedTheirOwnJournalBack() throws IOException {
        laidOut.install();
        run(false);
        Path options = laidOut.conf.resolve("jvm-server.options");
        Files.writeString(options, LaidOutHome.OPTIONS);
        Files.delete(laidOut.conf.resolve("firesteel.yaml"));
        Path other = laidOut.root.resolve("other");
        assertThatThrownBy(() -> laidOut.installation().plan(laidOut.agent, other, 16 << 20))
                .hasMessageContaining("are in its journal " + laidOut.journal);
        laidOut.install();
        assertThat(status().journalState()).isEqualTo(JournalState.DIRTY);
    }

    @Test
    void somebodyElsesJournalOrDataIsRefused() throws IOException {
        new JournalFormat(16 << 20, 1 << 20, 28, 12).write(laidOut.journal, (bytes, of) -> {});
        open(UUID.randomUUID()).close();
        Plan taken = laidOut.plan(); // a drained one, as the agent takes it
        assertThat(taken.shown()).noneMatch(line -> line.startsWith("make the journal"));
        try (Journal open = open(UUID.randomUUID())) {
            open.append(ByteBuffer.wrap(new byte[MUTATION_BYTES]), (segment, start) -> {});
        }
        refused(
                "holds writes, and is the journal of test, not of this node. If it is this node's,"
                        + " and "
                        + laidOut.commitLog.resolve("firesteel.node")
                        + " was lost, 'firesteel journal export "
                        + laidOut.journal
                        + " DIR' prints the steps");
        Files.writeString(laidOut.journal, "data");
        refused("does not hold a Firesteel journal, but something else");
        Files.delete(laidOut.journal);
        new JournalFormat(16 << 20, 1 << 20, 0, 0).write(laidOut.journal, (bytes, of) -> {});
        refused("was not formatted for Cassandra: format another one");
        Files.delete(laidOut.journal);
        JournalLayout.withSegments(16 << 20, 256 << 10).write(laidOut.journal, (bytes, of) -> {});
        refused("holds mutations of at most 243KiB, and max_mutation_size is 512KiB");
    }

    @Test
    void aPlaceWhereNoJournalCanBeIsRefused() throws IOException {
        Path missing = laidOut.root.resolve("mnt/journal");
        assertThatThrownBy(() -> laidOut.installation().plan(laidOut.agent, missing, 16 << 20))
                .hasMessageContaining("there is no directory " + laidOut.root.resolve("mnt"));
        Path device = Path.of("/dev/firesteel-has-no-such-device");
        assertThatThrownBy(() -> laidOut.installation().plan(laidOut.agent, device, 0))
                .hasMessageContaining("there is no device");
        assertThatThrownBy(() -> laidOut.installation().plan(laidOut.agent, laidOut.journal, 4096))
                .hasMessageContaining("a --journal-size of at least 9MiB");
        assertThatThrownBy(
                        () -> laidOut.installation().plan(laidOut.agent, laidOut.journal, 1L << 60))
                .hasMessageContaining("does not fit into " + laidOut.root);
        laidOut.install();
        assertThatThrownBy(
                        () ->
                                laidOut.installation()
                                        .plan(laidOut.agent, root.resolve("other"), 16 << 20))
                .hasMessageContaining("names another journal, " + laidOut.journal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transparent_data_encryption_options:\n  enabled: true",
                "transparent_data_encryption_options:\n  enabled: \"True\"",
                "transparent_data_encryption_options:\n  enabled: on",
                "transparent_data_encryption_options: {enabled: yes, cipher: x}",
            })
    void whatTheAgentWouldCopyInTheClearIsRefused(String settings) throws IOException {
        laidOut.write("cassandra.yaml", laidOut.yaml() + settings + "\ncdc_enabled: true\n");
        refused(
                " is true in "
                        + laidOut.conf.resolve("cassandra.yaml")
                        + ", and cdc_enabled is true: the journal would be encrypted");
        laidOut.write("cassandra.yaml", laidOut.yaml() + settings + "\n");
        laidOut.write("commitlog_archiving.properties", "archive_command=/bin/cp %path /a\n");
        refused(", and archive_command is set in ");
        laidOut.write("commitlog_archiving.properties", "archive_command=\\u12\n");
        refused("commitlog_archiving.properties cannot be parsed");
        laidOut.write("commitlog_archiving.properties", "archive_command=\n");
        laidOut.plan();
        laidOut.write("commitlog_archiving.properties", "archive_command=/bin/cp %path /a\n");
        laidOut.write(
                "cassandra.yaml",
                laidOut.yaml()
                        + settings.replaceAll(": .?True.?|: true|: on|: yes", ": false")
                        + "\n");
        laidOut.install();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transparent_data_encryption_options: {enabled: perhaps}",
                "max_mutation_size: 1 MB",
                "max_mutation_size_in_kb: many",
                "a: [",
            })
    void whatIsNotUnderstoodIsRefused(String settings) throws IOException {
        laidOut.write("cassandra.yaml", laidOut.yaml().replace("max_m", "# ") + settings + "\n");
        assertThatThrownBy(laidOut::plan).isInstanceOf(InstallException.class);
        laidOut.write("cassandra.yaml", "cluster_name: x\n");
        assertThatThrownBy(laidOut::plan).hasMessageContaining("has no commitlog_directory");
        laidOut.write("cassandra.yaml", "commitlog_directory: here\n");
        assertThatThrownBy(laidOut::plan).hasMessageContaining("has no absolute path as commit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jvm-server.options;-javaagent:/old/firesteel-agent.jar",
                "jvm-server.options;-javaagent:/old/firesteel-agent-1.0.jar=/etc/firesteel.yaml",
                "jvm17-server.options;-javaagent:/old/firesteel-agent.jar",
                "cassandra-env.sh;JVM_OPTS=\"$JVM_OPTS -javaagent:/old/firesteel-agent.jar\"",
            })
    void anAgentThatIsThereByHandIsLeftToTheHand(String fileAndLine) throws IOException {
        String[] both = fileAndLine.split(";", 2);
        laidOut.write(both[0], "#" + both[1] + "\n");
        var unused = laidOut.plan();
        laidOut.write(both[0], "\n" + both[1] + "\n");
        refused(both[0] + ", line 2 loads an agent of Firesteel already, /old/firesteel-agent");
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("remove that option by hand");
        assertThat(status().presence()).isEqualTo(Presence.PARTIAL);
    }

    @Test
    void theLineOfAnInstallationInAnotherFileIsLeftToTheHand() throws IOException {
        laidOut.install();
        Path agent = laidOut.home.resolve("lib/firesteel/firesteel-agent.jar");
        laidOut.write("jvm-server.options", LaidOutHome.OPTIONS);
        laidOut.write("jvm17-server.options", "-javaagent:" + agent + "\n");
        Map<String, String> before = laidOut.content();
        refused("jvm17-server.options, line 1 loads an agent of Firesteel already");
        assertThatThrownBy(laidOut::uninstall).hasMessageContaining("remove that option by hand");
        assertThat(laidOut.content()).isEqualTo(before);
    }

    @Test
    void optionsThatCassandrasScriptsCannotReadAreRefused() throws IOException {
        laidOut.write("jvm17-server.options", "-\0e\0a\0\n\0");
        refused("jvm17-server.options contains NUL bytes (UTF-16?)");
    }

    /** Cassandra's scripts take a carriage return for a part of the option. */
    @ParameterizedTest
    @ValueSource(strings = {"# edited\r\n-ea\n", "-ea\n# edited\r\n", "-ea\r\n"})
    void theLineOfTheAgentEndsWithALineFeedAlone(String text) throws IOException {
        laidOut.write("jvm-server.options", text);
        laidOut.install();
        assertThat(Files.readString(laidOut.conf.resolve("jvm-server.options")))
                .startsWith(text + "-javaagent:")
                .endsWith("jar\n");
    }

    @Test
    void noPasswordIsShown() throws IOException {
        laidOut.write(
                "cassandra-env.sh",
                "JVM_OPTS=\"-Dcassandra.settings.client_encryption_options.keystore_password=x1y2\"\n");
        assertThatThrownBy(laidOut::install)
                .hasMessageContaining("client_encryption_options.keystore_password: the files")
                .hasMessageNotContaining("x1y2");
    }

    @Test
    void optionsByWhichCassandraReadsOtherFilesAreRefused() throws IOException {
        laidOut.write("cassandra-env.sh", "#JVM_OPTS=\"$JVM_OPTS -Dcassandra.config=file:///x\"\n");
        var unused = laidOut.plan();
        laidOut.write("cassandra-env.sh", "JVM_OPTS=\"$JVM_OPTS -Dcassandra.config=file:///x\"\n");
        refused(
                "cassandra-env.sh, line 1, has -Dcassandra.config=file:///x: the files that Cassandra"
                        + " then reads are not read here. Put the setting into "
                        + laidOut.conf);
        laidOut.write(
                "cassandra-env.sh",
                "JVM_OPTS=\"-Dcassandra.config=file://"
                        + laidOut.conf.resolve("cassandra.yaml")
                        + " -ea\"\n");
        laidOut.install();
        laidOut.write("cassandra-env.sh", "JVM_OPTS=\"-Dcassandra.storagedir=/x\"\n");
        assertThat(status().notes())
                .singleElement()
                .satisfies(
                        each ->
                                assertThat(each)
                                        .contains("env.sh, line 1, has -Dcassandra.storagedir"));
        assertThat(laidOut.installation().removal().notes())
                .anyMatch(
                        each ->
                                each.contains(
                                        "cassandra-env.sh, line 1, has -Dcassandra.storagedir"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.1.10", "5.0-rc1", "5.0.9-SNAPSHOT", "5.1.0", "6.0-alpha2"})
    void anotherCassandraIsRefused(String version) throws IOException {
        Path lib = laidOut.home.resolve("lib");
        Files.move(
                lib.resolve("apache-cassandra-5.0.9.jar"),
                lib.resolve("apache-cassandra-" + version + ".jar"));
        refused("is Cassandra " + version + ", and Firesteel is for the releases 5.0.0 and later");
        assertThat(status().cassandraVersion()).isEqualTo(version);
    }

    @Test
    void aJarWithoutVersionInItsNameIsAsked() throws IOException {
        Path lib = laidOut.home.resolve("lib");
        Files.delete(lib.resolve("apache-cassandra-5.0.9.jar"));
        Path jar = LaidOutHome.jar(lib.resolve("cassandra-all.jar"), "5.0.4");
        assertThat(status().cassandraVersion()).isEqualTo("5.0.4");
        LaidOutHome.jar(jar, "5.1");
        refused("is Cassandra 5.1, and");
    }

    @Test
    void aHomeThatIsNoneOrHasTwoIsRefused() throws IOException {
        Files.createFile(laidOut.home.resolve("apache-cassandra-5.0.8.jar"));
        refused("has more than one Cassandra");
        assertThatThrownBy(() -> Installation.at(root.resolve("var"), null))
                .hasMessageContaining("give --conf DIR");
        assertThatThrownBy(() -> Installation.at(root.resolve("none"), null))
                .hasMessageContaining("there is no directory");
    }

    /**
     * Packages have jars beside lib, a link without a version, and a configuration path in a
     * script.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/conf", ""})
    void packagesAreUnderstood(String below) throws IOException {
        Path share = Files.createDirectories(laidOut.root.resolve("usr/share/cassandra"));
        Files.createDirectory(share.resolve("lib"));
        Path jar = Files.createFile(share.resolve("apache-cassandra-5.0.3.jar"));
        Files.createSymbolicLink(share.resolve("apache-cassandra.jar"), jar);
        Path etc = Files.createDirectories(laidOut.root.resolve("etc/cassandra" + below));
        Files.writeString(
                share.resolve("cassandra.in.sh"),
                "CASSANDRA_CONF=%s\nCASSANDRA_HOME=%s\n".formatted(etc, share));
        for (String each : new String[] {"cassandra.yaml", "jvm-server.options"})
            Files.copy(laidOut.conf.resolve(each), etc.resolve(each));
        Installation installation = Installation.at(share, null, laidOut.processes);
        installation.plan(laidOut.agent, laidOut.journal, 16 << 20).carryOut((bytes, of) -> {});
        assertThat(etc.resolve("firesteel.yaml")).exists();
        assertThat(etc.resolve("jvm-server.options"))
                .content()
                .endsWith("-javaagent:" + share + "/lib/firesteel/firesteel-agent.jar\n");
        assertThat(Installation.at(share, etc, laidOut.processes).status().cassandraVersion())
                .isEqualTo("5.0.3");
    }

    @Test
    void directoriesThatAreNotNamedAreWhereTheScriptSays() throws IOException {
        laidOut.write("cassandra.yaml", "max_mutation_size: 512KiB\n");
        Path bin = Files.createDirectory(laidOut.home.resolve("bin"));
        Files.writeString(
                bin.resolve("cassandra.in.sh"),
                "if true; then\n    cassandra_storagedir=\"$CASSANDRA_HOME/data\"\nfi\n");
        Path commitLog = Files.createDirectories(laidOut.home.resolve("data/commitlog"));
        Files.createFile(commitLog.resolve("CommitLog-7-1.log"));
        assertThatThrownBy(laidOut::plan)
                .hasMessageContaining("does not exist, but writes of this");
        Files.writeString(bin.resolve("cassandra.in.sh"), "cassandra_storagedir=\"$ELSEWHERE\"\n");
        assertThatThrownBy(laidOut::plan).hasMessageContaining("has no commitlog_directory");
    }

    @Test
    void aNodeThatRunsIsLeftAlone() throws IOException {
        Path process = Files.createDirectories(laidOut.processes.resolve("4711/fd"));
        Files.createSymbolicLink(
                process.resolve("7"), laidOut.commitLog.resolve("CommitLog-8-123.log"));
        Map<String, String> before = laidOut.content();
        assertThat(laidOut.plan().node()).hasValue(4711);
        assertThatThrownBy(laidOut::install)
                .isInstanceOf(InstallException.class)
                .hasMessage("the node runs, as process 4711: stop it first");
        assertThat(laidOut.content()).isEqualTo(before);
        assertThat(laidOut.journal).doesNotExist();
        Files.delete(process.resolve("7"));
        laidOut.install();
        run(false);
        before = laidOut.content();
        Files.createSymbolicLink(
                process.resolve("7"), laidOut.commitLog.resolve("CommitLog-8-123.log"));
        assertThatThrownBy(laidOut::uninstall)
                .hasMessageStartingWith("the node runs, as process 4711: drain it");
        assertThat(laidOut.content()).isEqualTo(before);
        assertThat(status().journalState()).isEqualTo(JournalState.OPEN);
    }

    @Test
    void aJournalThatAProcessHasOpenIsLeftAlone() throws IOException {
        laidOut.install();
        run(true);
        Files.createFile(laidOut.commitLog.resolve("CommitLog-7-1.log"));
        Map<String, String> before = laidOut.content();
        Journal open = open(NODE);
        try {
            Files.delete(laidOut.home.resolve("lib/firesteel/firesteel-agent.jar"));
            before.remove("lib/firesteel/firesteel-agent.jar");
            assertThatThrownBy(laidOut::install).hasMessageStartingWith("the journal is in use");
            assertThat(laidOut.content()).isEqualTo(before);
        } finally {
            open.close();
        }
    }

    private void refused(String message) throws IOException {
        Map<String, String> before = laidOut.content();
        assertThatThrownBy(laidOut::install)
                .isInstanceOf(InstallException.class)
                .hasMessageContaining(message);
        assertThat(laidOut.content()).isEqualTo(before);
    }
}
