// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.cli.Spoken;
import dev.firesteel.cli.common.Build;
import dev.firesteel.operations.install.InstallationStatus;
import dev.firesteel.operations.install.InstallationStatus.Presence;
import dev.firesteel.operations.install.JournalState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests {@code install}, {@code status} and {@code uninstall} with a home in which no node runs.
 */
class InstallVerbTest {
    @TempDir Path root;

    private Path home;
    private Path commitLog;

    @BeforeEach
    void layOut() throws IOException {
        Path agent = new Build().agent();
        assumeTrue(Files.exists(agent), "skipped: the agent is not built, " + agent);
        home = root.resolve("cassandra");
        commitLog = Files.createDirectories(root.resolve("commitlog"));
        Path conf = Files.createDirectories(home.resolve("conf"));
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib/apache-cassandra-5.0.9.jar"));
        Files.writeString(conf.resolve("jvm-server.options"), "-ea\n");
        Files.writeString(
                conf.resolve("cassandra.yaml"),
                "commitlog_directory: %s\ndata_file_directories: [%s]\nmax_mutation_size: 512KiB\n"
                        .formatted(commitLog, root));
    }

    private Spoken say(String verb, String... options) {
        List<String> words = new ArrayList<>(List.of(verb, home.toString()));
        words.addAll(List.of(options));
        return Spoken.by(words.toArray(String[]::new));
    }

    /** Returns the output with each note in one line. */
    private static String unwrapped(Spoken spoken) {
        return spoken.out().replace("\n  ", " ");
    }

    private Spoken install(String... options) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("--journal", root.resolve("journal").toString()));
        words.addAll(List.of("--journal-size", "16MiB"));
        words.addAll(List.of(options));
        return say("install", words.toArray(String[]::new));
    }

    @Test
    void showsThenDoesThenHasNothingToDo() throws IOException {
        assertThat(say("status").exitCode()).isEqualTo(3);
        Spoken shown = install();
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.err()).isEmpty();
        assertThat(unwrapped(shown))
                .contains("\n--- " + home.resolve("conf/jvm-server.options") + "\n", "\n -ea\n")
                .contains("\n+-javaagent:" + home + "/lib/firesteel/firesteel-agent.jar\n")
                .contains("\nit takes effect at the node's next start")
                .contains("\nclients need no change; commitlog_sync has no effect")
                .contains("\nthe way back: drain the node, then 'firesteel uninstall " + home)
                .endsWith("\nnothing is changed yet: give --yes to make the changes\n");
        assertThat(say("status").exitCode()).isEqualTo(3);
        assertThat(install("--yes").out())
                .contains("\ninstalled\nit takes effect at the node's next");
        assertThat(install("--yes").out()).isEqualTo("nothing to change: Firesteel is installed\n");
        String journal = root.resolve("journal").toString();
        Spoken larger = say("install", "--journal", journal, "--journal-size", "32MiB");
        assertThat(larger.exitCode()).isEqualTo(1);
        assertThat(larger.err().lines())
                .hasSize(4)
                .startsWith("firesteel: " + journal + " exists, and keeps its size, 16MiB.")
                .endsWith("To use it as it is, leave --journal-size out");
        assertThat(say("install", "--journal", journal, "--journal-size", "8MiB").exitCode())
                .isZero();
        Spoken status = say("status");
        assertThat(status.exitCode()).isZero();
        assertThat(status.out())
                .contains("Cassandra   5.0.9 in " + home, "Firesteel   " + new Build().version())
                .contains("/journal: clean, ", "node        does not run\n");
        assertThat(unwrapped(say("uninstall")))
                .contains("/journal stays")
                .endsWith("nothing is changed yet: give --yes to make the changes\n");
        assertThat(unwrapped(say("uninstall", "--yes")))
                .contains("\nthe next start is without Firesteel\n", "/journal stays");
        assertThat(say("uninstall", "--yes").out())
                .startsWith("nothing to change: Firesteel is not installed\n");
        assertThat(say("status", "--json").out())
                .contains("\"cassandra\":\"5.0.9\",\"installed\":false", "\"process\":null");
    }

    @Test
    void saysInOneLineWhatStandsInTheWay() throws IOException {
        assertThat(install("--yes").exitCode()).isZero();
        Files.createFile(commitLog.resolve("CommitLog-7-1.log"));
        assertThat(say("status").exitCode()).isEqualTo(4);
        assertThat(say("status", "--json").out()).contains("\"journalState\":\"dirty\"");
        refused(say("uninstall", "--yes"), "holds writes that are in no SSTable");
        Files.delete(root.resolve("journal"));
        assertThat(say("status").exitCode()).isEqualTo(5);
        Files.delete(home.resolve("conf/firesteel.yaml"));
        assertThat(say("status").exitCode()).isEqualTo(3);
        assertThat(say("status").out())
                .contains("partly installed", "  missing   " + home.resolve("conf/firesteel.yaml"));
        Files.delete(home.resolve("lib/apache-cassandra-5.0.9.jar"));
        refused(install(), "there is no apache-cassandra-*.jar");
        refused(say("status"), "there is no apache-cassandra-*.jar");
        Spoken incomplete = say("install");
        assertThat(incomplete.exitCode()).isEqualTo(2);
        assertThat(incomplete.err()).startsWith("firesteel: Missing required option: '--journal=");
    }

    @Test
    void aKeyThatWasAppendedAgainIsNotedAndTakesNothingAway() throws IOException {
        assertThat(install("--yes").exitCode()).isZero();
        Path yaml = home.resolve("conf/cassandra.yaml");
        Files.writeString(yaml, "max_mutation_size: 512KiB\n", StandardOpenOption.APPEND);
        String note = yaml + " has max_mutation_size in lines 3 and 4: the last one counts\n";
        Spoken status = say("status");
        assertThat(status.exitCode()).isZero();
        assertThat(status.out()).endsWith("\nnote        " + note);
        assertThat(say("status", "--json").out()).contains("\"notes\":[\"" + yaml + " has max_");
        assertThat(unwrapped(say("uninstall", "--yes"))).endsWith("\n" + note);
        assertThat(unwrapped(install("--yes"))).endsWith("\n" + note);
    }

    @Test
    void variablesByWhichCassandraReadsOtherFilesAreNamed() {
        Path conf = Path.of("/opt/cassandra/conf");
        assertThat(HomeOptions.unread(Map.of("CASSANDRA_CONF", "/opt/cassandra/conf/"), conf))
                .isEmpty();
        assertThat(HomeOptions.unread(Map.of("CASSANDRA_CONF", "/etc/c"), null)).isEmpty();
        assertThat(HomeOptions.unread(Map.of("JVM_OPTS", "-Dcassandra.ring_delay_ms=1"), conf))
                .isEmpty();
        assertThat(
                        HomeOptions.unread(
                                Map.of(
                                        "CASSANDRA_CONF", "/etc/c",
                                        "JVM_EXTRA_OPTS", "-ea -Dcassandra.config=file:/x"),
                                conf))
                .containsExactly(
                        "firesteel: CASSANDRA_CONF is /etc/c, and is not read: the configuration is"
                                + " that in /opt/cassandra/conf",
                        "firesteel: JVM_EXTRA_OPTS has options by which Cassandra reads other files,"
                                + " and is not read");
    }

    private static void refused(Spoken spoken, String reason) {
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("firesteel: ").contains(reason));
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETE, CLEAN, 0",
        "COMPLETE, OPEN, 0",
        "COMPLETE, DIRTY, 4",
        "COMPLETE, DAMAGED, 5",
        "COMPLETE, MISSING, 5",
        "COMPLETE, BLANK, 5",
        "COMPLETE, OTHER_VERSION, 5",
        "COMPLETE, MISFIT, 5",
        "COMPLETE, CLOSED, 5",
        "COMPLETE, VOLATILE, 5",
        "COMPLETE, UNREADABLE, 1",
        "PARTIAL, CLEAN, 3",
        "NONE, DIRTY, 3"
    })
    void theExitCodeIsAsTheHelpHasIt(Presence presence, JournalState state, int code) {
        assertThat(StatusText.exitCode(status(presence, state, 0, OptionalLong.empty())))
                .isEqualTo(code);
        assertThat(Spoken.by("status", "--help").out()).contains("  " + code + "   ");
    }

    @Test
    void whatWaitsForTheArchiveIsTold() {
        InstallationStatus down =
                status(Presence.COMPLETE, JournalState.CLEAN, 2, OptionalLong.empty());
        assertThat(StatusText.exitCode(down)).isEqualTo(4);
        assertThat(StatusText.lines(down))
                .contains("archive     2 segments wait for archive_command");
        // A running node hands them over by itself.
        assertThat(
                        StatusText.exitCode(
                                status(
                                        Presence.COMPLETE,
                                        JournalState.OPEN,
                                        2,
                                        OptionalLong.of(7))))
                .isZero();
    }

    private InstallationStatus status(
            Presence presence, JournalState state, int unarchived, OptionalLong node) {
        return new InstallationStatus(
                home,
                home,
                "5.0.9",
                presence,
                List.of(),
                null,
                null,
                home,
                state,
                "",
                unarchived,
                node,
                OptionalLong.empty(),
                List.of());
    }
}
