// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code status} on the directories that {@code run} makes. */
class RunDirectoryTest {
    @TempDir Path data;

    @Test
    void theStatusOfEachNodeIsThatOfItsJournal() throws IOException {
        Path first = node("node1");
        Path journal = first.resolve("journal");
        Files.writeString(first.resolve("conf/firesteel.yaml"), "journal_path: " + journal + "\n");
        assertThat(Spoken.by("status", data.toString()))
                .isEqualTo(
                        new Spoken(
                                5,
                                "node        %s does not run%njournal     %s: missing, there is no %s%n"
                                        .formatted(first, journal, journal),
                                ""));
        format(journal);
        node("node2");
        Spoken clean = Spoken.by("status", data.toString());
        assertThat(clean.exitCode()).isZero();
        assertThat(clean.out())
                .contains("journal     " + journal + ": clean, all its writes are in SSTables")
                .endsWith(
                        "node        %s does not run%njournal     none: stock%n"
                                .formatted(data.resolve("node2")));
        try (Journal open = open(journal)) {
            open.append(ByteBuffer.wrap(new byte[9]), (segment, offset) -> {});
            assertThat(Spoken.by("status", first.toString()).out()).contains(": open, in use");
        }
        Spoken dirty = Spoken.by("status", first.toString(), "--json");
        assertThat(dirty.exitCode()).isEqualTo(4);
        assertThat(dirty.out())
                .startsWith("{\"nodes\":[{\"directory\":\"" + first + "\",\"process\":null,")
                .contains("\"journal\":\"" + journal + "\",\"journalState\":\"dirty\"}]}");
    }

    @Test
    void withoutADirectoryItIsThatOfRun() {
        assertThat(Spoken.by("status").exitCode()).isEqualTo(2);
        assertThat(Spoken.by("status").err())
                .startsWith(
                        "firesteel: 'run' has made no node in ./data; give CASSANDRA_HOME%n"
                                .formatted());
    }

    /** A journal of 4 GiB would be made first, and the node's message names a file of ours. */
    @ParameterizedTest
    @CsvSource({
        "--set, comitlog_sync=batch, comitlog_sync, commitlog_sync",
        "--firesteel, prometeus_port=9500, prometeus_port, prometheus_port",
    })
    void aMistypedKeyIsRefusedBeforeAJournalIsMade(
            String option, String given, String key, String meant) {
        Spoken run = Spoken.by("run", "--data", data.toString(), option, given);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains(
                        "%s: there is no key '%s': did you mean '%s'?"
                                .formatted(option, key, meant));
        assertThat(data).isEmptyDirectory();
    }

    /** Those of firesteel.yaml are a closed list. */
    @Test
    void anUnknownKeyIsRefusedBeforeAJournalIsMade() throws IOException {
        Spoken run = Spoken.by("run", "--data", data.toString(), "--firesteel", "foo=1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("there is no key 'foo': the keys are journal_full_wait, ");
        assertThat(data).isEmptyDirectory();
    }

    /** The configuration is that of stock Cassandra, which would not start. */
    @Test
    void theJournalThatANodeNeedsIsFoundWithoutAConfiguration() throws IOException {
        Path first = node("node1");
        Path journal = first.resolve("journal");
        Path commitLog = first.resolve("commitlog");
        Files.writeString(
                commitLog.resolve("firesteel.node"),
                "owner: 2c1b9c5e-4b4c-4b0e-8d3f-3b8a6c1f7f10\njournal: " + journal + "\n");
        assertThat(Spoken.by("status", data.toString()).out()).contains("none: stock");
        Files.createFile(commitLog.resolve("CommitLog-7-1.log"));
        Spoken missing = Spoken.by("status", data.toString());
        assertThat(missing.out()).contains(journal + ": missing");
        assertThat(missing.exitCode()).isEqualTo(5);
        Spoken stock = Spoken.by("run", "--stock", "--data", data.toString());
        assertThat(stock.exitCode()).isEqualTo(1);
        assertThat(stock.err())
                .contains("the journal " + journal + " may hold writes", "run without --stock");
    }

    /** Its commit log directory was removed, or another one is used: only this program knows. */
    @Test
    void aDirtyJournalOfTheNodeIsNotLeftBehind() throws IOException {
        Path first = node("node1");
        Path journal = first.resolve("journal");
        format(journal);
        try (Journal open = open(journal)) {
            open.append(ByteBuffer.wrap(new byte[9]), (segment, offset) -> {});
        }
        Spoken stock = Spoken.by("run", "--stock", "--data", data.toString());
        assertThat(stock.exitCode()).isEqualTo(1);
        assertThat(stock.err()).contains("the journal " + journal + " may hold writes");
        Path other = data.resolve("other");
        Spoken another = Spoken.by("run", "--data", data.toString(), "--journal", other.toString());
        assertThat(another.exitCode()).isEqualTo(1);
        assertThat(another.err())
                .contains(
                        "the journal %s may hold writes of this node".formatted(journal),
                        "run with --journal " + journal);
        assertThat(other).doesNotExist();
    }

    @Test
    void anotherDirectoryIsNone() throws IOException {
        assertThat(RunDirectory.at(data)).isEmpty();
        assertThat(RunDirectory.at(data.resolve("missing"))).isEmpty();
        Files.createDirectories(node("node1").resolve("lib"));
        assertThat(RunDirectory.at(data)).isEmpty();
    }

    private Path node(String name) throws IOException {
        Path node = data.resolve(name);
        Files.createDirectories(node.resolve("commitlog"));
        Files.createFile(Files.createDirectories(node.resolve("conf")).resolve("cassandra.yaml"));
        return node;
    }

    private static void format(Path journal) {
        assertThat(Spoken.by("journal", "format", "--size", "16MiB", journal.toString()).exitCode())
                .isZero();
    }

    private static Journal open(Path journal) throws IOException {
        return Journal.open(
                journal,
                new JournalOptions(
                        new Owner(UUID.randomUUID(), "test"),
                        8,
                        0,
                        JournalOptions.DEFAULT_RECORDS_IN_FLIGHT,
                        JournalOptions.DEFAULT_FULL_WAIT,
                        JournalOptions.DEFAULT_RESERVE_SEGMENTS),
                JournalListener.none());
    }
}
