// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.cli.Examples.Example;
import dev.firesteel.cli.common.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the examples of each verb that needs no node and no drive, in their order. Integration tests
 * run the others if they take seconds, not minutes.
 */
class ExampleRunsTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "journal format",
                "journal info",
                "journal verify",
                "journal dump",
                "memory fit",
                "memory recommend",
                "memory apply",
                "endurance simulate",
                "endurance recommend",
                "lab staleness predict",
                "lab merge",
                "report",
                "help"
            })
    void work(String verb) throws IOException {
        ExampleScene scene = ExampleScene.in(directory);
        assertThat(examples(verb)).isNotEmpty().allSatisfy(example -> works(scene, example));
    }

    @Test
    @Tag("full")
    void model() throws IOException {
        work("endurance model");
    }

    @ParameterizedTest
    @ValueSource(strings = {"install", "uninstall"})
    void workOnAHome(String verb) throws IOException {
        Path agent = new Build().agent();
        assumeTrue(Files.exists(agent), "skipped: the agent is not built, " + agent);
        ExampleScene scene = ExampleScene.in(directory);
        String install = "install /opt/cassandra --journal /flash/journal --journal-size 33MiB";
        if (!verb.equals("install")) Spoken.by(scene.words(install + " --yes"));
        assertThat(examples(verb)).isNotEmpty().allSatisfy(example -> works(scene, example));
    }

    private static void works(ExampleScene scene, Example example) {
        Spoken spoken = Spoken.by(scene.words(example.line()));
        assertThat(spoken.exitCode()).as(example + ": " + spoken.err()).isZero();
        assertThat(spoken.out()).as(example.toString()).isNotBlank();
    }

    /** Returns a verb's examples, without those on drives. */
    private static List<Example> examples(String verb) {
        Stream<Example> all = Examples.ofHelp(Firesteel.commandLine());
        return all.filter(example -> example.place().equals("help of firesteel " + verb))
                .filter(example -> !example.line().contains("/dev/"))
                .toList();
    }
}
