// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.SplitResults;
import dev.firesteel.cli.Spoken;
import dev.firesteel.lab.bench.Ratio;
import dev.firesteel.lab.memory.ComparisonResult;
import dev.firesteel.lab.memory.ComparisonResult.Compared;
import dev.firesteel.lab.memory.ComparisonResult.Rate;
import dev.firesteel.lab.memory.ComparisonResult.Value;
import dev.firesteel.memory.Objective.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareSplitVerbTest {
    @TempDir Path directory = Path.of("");

    private Spoken compare(String... more) throws IOException {
        Path calibration = SplitResults.write(directory.resolve("results.jsonl"));
        List<String> words = new ArrayList<>(List.of("memory", "compare", calibration.toString()));
        words.addAll(List.of(more));
        return Spoken.by(words.toArray(String[]::new));
    }

    @Test
    void theCalibrationOfAnotherWorkloadIsRefused() throws IOException {
        Spoken spoken = compare("--workload", "95/5");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err())
                .contains("was measured with 'a, zipfian', and not with '95/5, keys zipfian, ")
                .contains("give the same options");
    }

    @Test
    void whatCannotBeIsRefusedBeforeOptionsAreCompared() throws IOException {
        assertThat(compare("--rounds", "0").err()).contains("--rounds must be");
        assertThat(compare("--grid", "-1").err()).contains("--grid must be at least 0, not -1");
        Path calibration = directory.resolve("results.jsonl");
        assertThat(compare("--results", calibration.toString()).err())
                .contains("--results is the calibration itself, " + calibration + ": give another");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path missing = directory.resolve("missing.jsonl");
        Spoken spoken = Spoken.by("memory", "compare", missing.toString());
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains(missing.toString());
        assertThat(Files.exists(missing)).isFalse();
    }

    private static Compared compared(String name, double objective, Ratio toFirst) {
        return new Compared(
                name,
                128L << 20,
                1L << 30,
                new Rate(1000, 0.05, 1100, 0.1),
                new Rate(2000, 0.02, 1900, -0.05),
                new Value(objective, 0.03, 0.9),
                toFirst,
                !name.equals("64MiB"));
    }

    @Test
    void peopleAreToldWhatCameOfIt() {
        List<String> lines =
                new ComparisonText(
                                new ComparisonResult(
                                        Goal.RATES,
                                        List.of(
                                                compared("defaults", 0.8, Ratio.of(List.of(1.0))),
                                                compared(
                                                        "recommended",
                                                        0.9,
                                                        Ratio.of(List.of(1.1, 1.12, 1.14))),
                                                compared("64MiB", 0.95, Ratio.of(List.of(1.2)))),
                                        "64MiB",
                                        Ratio.of(List.of(1.04, 1.05, 1.06)),
                                        true),
                                "recommended")
                        .lines();
        assertThat(lines)
                .contains(
                        "recommended    128MiB   1GiB     0.900    0.900",
                        "recommended    1000 5 %     1100 +10 %     2000 2 %     1900 -5 %",
                        "The objective of recommended is 1.12 of that of defaults (95 %: 1.07 to"
                                + " 1.17): significantly more.",
                        "The objective of 64MiB is 1.20 of that of defaults: in too few rounds to"
                                + " compare.",
                        "The objective of recommended is 1.05 of that of control (95 %: 1.03 to"
                                + " 1.08): significantly more. They differ in memtables alone.",
                        "The best objective was that of 64MiB; that of recommended is 5.3 % less.",
                        "The expected values of 64MiB are extrapolated: they lie outside the"
                                + " calibrated range.",
                        "Largest error of the expected values within the calibrated range: 10 %"
                                + " for reads, 5 % for writes, 13 % for the objective.");
    }

    @Test
    void operationsAreToldAsSuch() {
        ComparisonResult result =
                new ComparisonResult(
                        Goal.OPERATIONS,
                        List.of(compared("defaults", 8064.4, Ratio.of(List.of(1.0)))),
                        "defaults",
                        null,
                        true);
        assertThat(new ComparisonText(result, "defaults").lines())
                .contains("split    memtables caches ops/s expected")
                .contains("defaults    128MiB   1GiB  8064        1")
                .contains("The objective is operations a second of the calibrated mix.");
    }

    @Test
    void whatIsRecommendedNeedNotBeAnotherThanTheDefaults() {
        ComparisonResult result =
                new ComparisonResult(
                        Goal.RATES,
                        List.of(
                                compared("defaults", 0.8, Ratio.of(List.of(1.0))),
                                compared("control", 0.82, Ratio.of(List.of(1.02)))),
                        "control",
                        null,
                        true);
        assertThat(new ComparisonText(result, "defaults").lines())
                .contains(
                        "The best objective was that of control; that of defaults is 2.4 % less.");
        assertThat(new ComparisonText(result, "control").lines())
                .contains("The best objective was that of control.");
        assertThat(new ComparisonText(result, "recommended").lines())
                .contains("The best objective was that of control.")
                .noneMatch(line -> line.contains("memtables alone"));
    }
}
