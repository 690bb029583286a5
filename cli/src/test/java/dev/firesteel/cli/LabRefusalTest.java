// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a campaign reports each obstacle before it creates anything. */
class LabRefusalTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"crash", "powercut"})
    void aDirectoryWithOtherResultsIsLeftAsItIs(String verb) throws IOException {
        Files.writeString(directory.resolve("results.jsonl"), "notes\n");
        Spoken spoken = Spoken.by("lab", verb, "--data", directory.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err().lines())
                .singleElement()
                .satisfies(
                        line ->
                                assertThat(line)
                                        .startsWith("firesteel: ")
                                        .endsWith("'lab " + verb + "': give another --data"));
        assertThat(files()).containsExactly("results.jsonl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"crash", "powercut"})
    void aDirectoryWithAFindingIsLeftAsItIs(String verb) throws IOException {
        Files.writeString(directory.resolve("finding.txt"), "Cut 3: it did not come back\n");
        Spoken spoken = Spoken.by("lab", verb, "--data", directory.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(": Cut 3: it did not come back. "));
        assertThat(files()).containsExactly("finding.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"crash", "powercut"})
    void aLoadThatIsTooShortIsToldInTheUnitOfTheOption(String verb) {
        Spoken spoken = Spoken.by("lab", verb, "--longest-load", "0");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("--longest-load must be at least 1 second, not 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"crash", "powercut"})
    void aStockNodeHasNoJournalToEncrypt(String verb) throws IOException {
        Spoken spoken =
                Spoken.by(
                        "lab",
                        verb,
                        "--target",
                        "stock",
                        "--encrypted",
                        "--data",
                        directory.toString());
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("--encrypted: a stock node has no journal; leave it out");
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"explode", "all,explode", "kill,explode"})
    void aFaultThatThereIsNotIsTold(String faults) throws IOException {
        Spoken spoken =
                Spoken.by("lab", "crash", "--faults", faults, "--data", directory.toString());
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("There is no fault 'explode'");
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--faults=hole|--faults hole is for one node, not for --nodes 3",
                "--faults=kill,pause|--faults pause is for one node, not for --nodes 3",
                "--device=x|--device is for one node: leave it out with --nodes 3"
            })
    void ofAClusterOnlySomeThingsCanBeStruck(String option, String message) throws IOException {
        Spoken spoken =
                Spoken.by("lab", "crash", "--nodes=3", option, "--data", directory.toString());
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains(message);
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10"})
    void aClusterHasOneToNineNodes(String nodes) throws IOException {
        for (String verb : List.of("crash", "powercut")) {
            Spoken spoken =
                    Spoken.by("lab", verb, "--nodes", nodes, "--data", directory.toString());
            assertThat(spoken.exitCode()).isEqualTo(2);
            assertThat(spoken.err()).contains("--nodes must be 1 to 9, not " + nodes);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void aDirectoryInWhichACampaignRunsIsLeftToIt() throws IOException {
        try (CampaignLock lock = CampaignLock.take(directory)) {
            for (String target : List.of("stock", "firesteel")) {
                Spoken spoken =
                        Spoken.by(
                                "lab", "crash", "--target", target, "--data", directory.toString());
                assertThat(spoken.exitCode()).isEqualTo(1);
                assertThat(spoken.err().lines())
                        .containsExactly("firesteel: Another firesteel is at work in " + directory);
            }
        }
        assertThat(files()).containsExactly("lock");
    }

    @Test
    void aJournalInADirectoryThatIsMissingIsNotMade() throws IOException {
        Spoken spoken =
                Spoken.by(
                        "lab",
                        "crash",
                        "--data",
                        directory.resolve("campaign").toString(),
                        "--device",
                        directory.resolve("mnt/f").toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("no directory " + directory.resolve("mnt"));
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--address|10.0.0.1|10.0.0.1",
                "--nodes|0|--nodes must be 1 to 32 each, not [0]",
                "--nodes|2..1|'2..1' has a range that ends before it begins",
                "--cores|0.01|--cores must be at least 0.1, and at most 64, not 0.01",
                "--machines|small=4|'small=4' is not NAME=CORES[xSPEED]:PRICE",
                "--workload|write|--workload write inserts new rows",
            })
    void clustersThatCannotBeMeasuredAreTold(String option, String value, String message)
            throws IOException {
        Spoken spoken = Spoken.by("lab", "scale", "--data", directory.toString(), option, value);
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains(message);
        assertThat(files()).isEmpty();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
