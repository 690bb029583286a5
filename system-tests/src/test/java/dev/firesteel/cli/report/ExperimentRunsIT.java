// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Firesteel;
import dev.firesteel.cli.common.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests commands on a node that is started for them. */
class ExperimentRunsIT {
    private static final String ADDRESS = "127.0.66.1";

    @TempDir Path data = Path.of("");

    @Test
    @Tag("full")
    void runsCommandsOnANodeAndThenOnWhatItHasWritten() throws Exception {
        Experiment experiment =
                new Experiment(
                        null,
                        new Experiment.Node(
                                "firesteel-recorded",
                                "512MiB",
                                2,
                                Map.of("memtable_heap_space", "8MiB")),
                        null,
                        List.of(
                                "lab load --rows 20000 --address {address}",
                                "lab ycsb --workload update --rows 20000 --seconds 2 --address {address}",
                                "endurance simulate {work}/traces --drive size=1GiB,spare=0.1,block=1MiB --streams none --json"),
                        List.of());
        Files.writeString(data.resolve("trace-quick.jsonl"), "of another build\n");
        StringWriter err = new StringWriter();
        CommandLine command = Firesteel.commandLine().setErr(new PrintWriter(err, true));
        ExperimentRuns runs =
                new ExperimentRuns(
                        data, true, ADDRESS, Firesteel::commandLine, new Console(command));
        assertThat(
                        runs.result("trace", experiment)
                                .at("/fillings/0/streams/0/writeAmplification")
                                .asDouble())
                .as(err.toString())
                .isGreaterThanOrEqualTo(1);
        assertThat(runs.isDone("trace", experiment)).isTrue();
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("trace-quick.json", "trace-quick.commands");
        }
    }
}
