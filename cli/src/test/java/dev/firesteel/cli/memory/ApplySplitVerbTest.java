// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.SplitResults;
import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code memory apply} with a Cassandra home. */
class ApplySplitVerbTest {
    private static final String YAML = "cluster_name: 'Test Cluster'\nkey_cache_size:\n";
    private static final String OPTIONS = "-ea\n";

    @TempDir Path directory = Path.of("");

    private Path results = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void measure() throws IOException {
        results = SplitResults.write(directory.resolve("results.jsonl"));
        home = directory.resolve("home");
        Path conf = Files.createDirectories(home.resolve("conf"));
        Files.writeString(conf.resolve("cassandra.yaml"), YAML);
        Files.writeString(conf.resolve("jvm-server.options"), OPTIONS);
    }

    private Spoken apply(String... options) {
        List<String> all = new ArrayList<>(List.of("memory", "apply"));
        all.addAll(List.of(options));
        return Spoken.by(all.toArray(String[]::new));
    }

    private String yaml() throws IOException {
        return Files.readString(home.resolve("conf/cassandra.yaml"));
    }

    @Test
    void printsCassandrasSettings() {
        Spoken spoken = apply(results.toString(), "--print");
        assertThat(spoken.err()).isEmpty(); // a measured division needs no warning
        assertThat(spoken.out())
                .startsWith("# conf/cassandra.yaml\nmemtable_heap_space: ")
                .contains("file_cache_enabled: true\n", "key_cache_size: 50MiB\n", "\n-Xmx");
    }

    @Test
    void whatIsToBeKnownBeforeIsSaidBesideTheSettings() {
        Spoken other = apply(results.toString(), "--print", "--budget", "3900MiB");
        assertThat(other.out()).startsWith("# conf/cassandra.yaml\nmemtable_heap_space: ");
        assertThat(other.err())
                .isEqualTo(
                        "All other parts are as in 4GiB, also 512MiB of the heap besides"
                                + " memtables and key cache: a node with more data or clients"
                                + " needs more. Calibrate with --budget 3900MiB before you use"
                                + " this.\n");
        Spoken large = apply(results.toString(), "--print", "--budget", "64TiB");
        assertThat(large.err())
                .contains(
                        "Cassandra's defaults in 64TiB are recommended: this only writes them out.\n",
                        "The expected values of this split are extrapolated: it was not"
                                + " measured.\n",
                        "The measurements are of 4GiB: calibrate with --budget 64TiB to see")
                .containsPattern(
                        "\nThis machine has [0-9.]+[GT]iB of memory, less than the 64TiB of the"
                                + " split: such a node would not run here\\.\n");
    }

    @Test
    void showsWritesRepeatsAndTakesBack() throws IOException {
        String[] line = {results.toString(), "--cassandra", home.toString()};
        Spoken shown = apply(line);
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out())
                .startsWith("--- conf/cassandra.yaml\n+++ conf/cassandra.yaml\n@@ -1,2 +1,")
                .contains("-key_cache_size:\n", "+key_cache_size: 50MiB\n")
                .endsWith("nothing is written yet: give --yes to write it\n");
        assertThat(yaml()).isEqualTo(YAML);
        String[] write = {results.toString(), "--cassandra", home.toString(), "--yes"};
        assertThat(apply(write).out())
                .contains("+key_cache_size: 50MiB\n", "written; the files as they were are in ");
        assertThat(yaml()).contains("key_cache_size: 50MiB\n");
        assertThat(apply(write).out())
                .isEqualTo("nothing to change: the files have these settings already\n");
        assertThat(apply("--cassandra", home.toString(), "--revert").out())
                .contains(
                        "-key_cache_size: 50MiB\n",
                        "+key_cache_size:\n",
                        "nothing is written yet: give --yes to restore the files");
        assertThat(apply("--cassandra", home.toString(), "--revert", "--yes").out())
                .endsWith("the files are restored\n");
        assertThat(yaml()).isEqualTo(YAML);
    }

    @Test
    void whatIsNotUnderstoodIsRefusedInASentence() throws IOException {
        refused("give one of --print and --cassandra HOME", results.toString());
        refused(
                "give one of --print and --cassandra HOME",
                results.toString(),
                "--print",
                "--cassandra",
                "x");
        refused("--print changes nothing", results.toString(), "--print", "--yes");
        refused("RESULTS is missing: give a file of measurements", "--cassandra", home.toString());
        refused(
                "--revert needs no RESULTS",
                results.toString(),
                "--cassandra",
                home.toString(),
                "--revert");
        refused("there is nothing to revert", "--cassandra", home.toString(), "--revert");
        refused("has no directory conf", results.toString(), "--cassandra", directory.toString());
        Files.writeString(home.resolve("conf/cassandra.yaml"), "key_cache_size: 1MiB\n\tx: 1\n");
        refused(
                "cassandra.yaml, line 2, column 1 is not YAML (key key_cache_size): found",
                results.toString(),
                "--cassandra",
                home.toString(),
                "--yes");
    }

    private void refused(String message, String... options) {
        Spoken spoken = apply(options);
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines()).hasSize(2);
        assertThat(spoken.err()).startsWith("firesteel: ").contains(message);
    }
}
