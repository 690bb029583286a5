// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.SplitResults;
import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code memory recommend} with a machine that follows the models. */
class RecommendSplitVerbTest {
    private static final long MIB = SplitResults.MIB;

    @TempDir Path directory = Path.of("");

    private Path results = Path.of("");

    @BeforeEach
    void measure() throws IOException {
        results = SplitResults.write(directory.resolve("results.jsonl"));
    }

    private Spoken recommend(String... options) {
        List<String> all = new ArrayList<>(List.of("memory", "recommend", results.toString()));
        all.addAll(List.of(options));
        return Spoken.by(all.toArray(String[]::new));
    }

    @Test
    void saysTheDivisionTheRatesAndWhy() {
        Spoken spoken = recommend();
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out())
                .contains(
                        "measured        a model, Cassandra 5.0.9, workload a, zipfian, 6 runs in"
                                + " 4GiB\n",
                        "weights         reads 0.5, writes 0.5\n",
                        "    key cache                     50MiB\n")
                .containsPattern(
                        "reads           \\d+ a second \\(95 %: \\d+ to \\d+; R squared [01]\\.\\d\\d\\)\n")
                .containsPattern(
                        "With \\d+MiB more for memtables, writes gain [0-9.]+ % and reads lose"
                                + " [0-9.]+ %")
                .containsPattern(
                        "With \\d+MiB less for memtables, reads gain [0-9.]+ % and writes lose"
                                + " [0-9.]+ %")
                .contains(
                        "Measured: memtables of 64MiB to 1.56GiB and caches of 1.46GiB to"
                                + " 2.96GiB; the")
                .doesNotContain("a second (95 %: 0 to 0)");
    }

    @Test
    void whereTheMixIsKnownItsOperationsAreWhatCounts() throws IOException {
        SplitResults.writeMix(results, 0.25);
        Spoken spoken = recommend();
        assertThat(spoken.out())
                .contains("goal            operations a second, 25 % of them reads\n")
                .containsPattern(
                        "operations      \\d{4} a second; Cassandra's defaults in as much memory: \\d{4} a second \\(extrapolated\\)\n");
        assertThat(recommend("--json").out())
                .containsPattern(
                        "\"objective\":[0-9]{4}\\.[0-9]+,\"goal\":\"operations\",\"readWeight\":0.25");
        assertThat(recommend("--write-weight", ".5").out())
                .contains("weights         reads 0.5, writes 0.5\n", "objective       0.")
                .doesNotContain("is not recorded for every measurement");
        assertThat(recommend("--read-max", "1000").out()).contains("weights         reads 0.5");
        long even = memtables(recommend("--json"));
        SplitResults.writeMix(results, 0.9);
        assertThat(memtables(recommend("--json"))).isLessThan(even);
        Files.writeString(results, Files.readString(results).replaceFirst(",\"readPart\":0.9", ""));
        assertThat(recommend().out())
                .contains(
                        "weights         reads 0.5, writes 0.5\n",
                        "The part of reads is not recorded for every measurement, so the"
                                + " objective is formula 9");
        SplitResults.writeMix(results, 0.9);
        Path charts = directory.resolve("mix");
        assertThat(recommend("--svg", charts.toString()).exitCode()).isZero();
        assertThat(charts.resolve("objective.svg")).content().doesNotContain("NaN");
    }

    @Test
    void whoReadsMoreGetsFewerMemtables() {
        assertThat(memtables(recommend("--read-weight", ".95", "--json")))
                .isLessThan(memtables(recommend("--json")));
        assertThat(memtables(recommend("--json")))
                .isLessThan(memtables(recommend("--write-weight", ".95", "--json")));
        assertThat(memtables(recommend("--json", "--max-memtable", "100MiB")))
                .isLessThanOrEqualTo(100 * MIB);
    }

    private static long memtables(Spoken spoken) {
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out())
                .startsWith("{\"memtableBytes\":")
                .contains(
                        "\"cassandraYaml\":{\"memtable_heap_space\":\"",
                        "\"jvmOptions\":[\"-Xms",
                        "\"why\":[");
        return Long.parseLong(spoken.out().replaceAll("(?s)^\\{\"memtableBytes\":(\\d+),.*", "$1"));
    }

    @Test
    void whereMemoryMakesNoDifferenceTheDefaultsAreRecommended() throws IOException {
        SplitResults.writeNoise(results);
        assertThat(memtables(recommend("--json"))).isEqualTo(512 * MIB);
        assertThat(recommend().out())
                .contains(
                        "    memtables                    512MiB\n",
                        "No split was significantly better than another: Cassandra's defaults are"
                                + " recommended.\n",
                        // The calibration had a chunk cache; the defaults have none.
                        "; the recommendation lies outside this range, and its expected values are"
                                + " extrapolated")
                .doesNotContain(
                        " gain ",
                        " lose ",
                        "the objective is within 1 %",
                        "Without the effects",
                        "at the edge");
    }

    @Test
    void whereTheDefaultsCannotBeWhatComesNearestIsRecommended() throws IOException {
        SplitResults.writeNoise(results);
        assertThat(memtables(recommend("--max-memtable", "300MiB", "--json"))).isEqualTo(300 * MIB);
        assertThat(recommend("--max-memtable", "300MiB").out())
                .contains(
                        "No split was significantly better than another: 512MiB of memtables,"
                                + " Cassandra's default, are above the limit; the nearest split is"
                                + " recommended.")
                .doesNotContain("at the edge");
    }

    @Test
    void whereTheDefaultsAreExpectedToDoBetterButMayNotBeThatIsSaid() {
        assertThat(recommend("--max-memtable", "1MiB").out())
                .contains(
                        "Cassandra's defaults are expected to do better, but 512MiB of memtables,"
                                + " Cassandra's default, are above the limit.");
        assertThat(recommend().out()).doesNotContain("are expected to");
    }

    /** On a small machine, the measured rest of the heap takes too much. */
    @Test
    void whereTheDefaultsAreExpectedToDoBetterTheyAreRecommended() {
        assertThat(recommend("--budget", "1200MiB").out())
                .contains(
                        "Cassandra's defaults are expected to be within 1 % of every other split"
                                + " considered, or better.")
                .doesNotContain("the objective is within 1 %", " gain ", " lose ");
        assertThat(recommend("--budget", "1200MiB").out())
                .contains(
                        "The measurements are of 4GiB: calibrate with --budget 1200MiB to see"
                                + " whether");
        assertThat(memtables(recommend("--budget", "1200MiB", "--json"))).isEqualTo(150 * MIB);
        // The measured layout leaves less for memtables than the defaults: this is no limit by the
        // user.
        assertThat(memtables(recommend("--budget", "1000MiB", "--json"))).isEqualTo(125 * MIB);
    }

    /** With more memory than measured, reads are as fast as with the largest measured caches. */
    @Test
    void aStepThatMakesNoDifferenceIsNotTold() throws IOException {
        String[] larger = {"--budget", "64GiB", "--max-memtable", "1GiB"};
        assertThat(recommend(larger).out())
                .containsPattern(
                        "With \\d+MiB less for memtables, reads gain 0.0 % and writes lose"
                                + " 0\\.[1-9] %");
        double[] flat = new double[6];
        for (int i = 0; i < flat.length; i++) flat[i] = 1e-4 + 1e-7 / (i + 1);
        set("writeSeconds", flat);
        assertThat(recommend(larger).out())
                .contains("    memtables                      1GiB\n")
                .doesNotContain(" gain ", " lose ");
    }

    @Test
    void ofWhatIsAsGoodWhatIsNearestToTheDefaultsIsRecommended() {
        String text = recommend("--read-weight", "0").out();
        assertThat(text)
                .containsPattern(
                        "From \\d\\.\\d+GiB to 1.56GiB of memtables the objective is within 1 % of"
                                + " its best, and 1.56GiB is best; the split nearest to"
                                + " Cassandra's own is recommended\\.")
                .contains("The best is at the edge");
        String json = recommend("--read-weight", "0", "--json").out();
        long low = Long.parseLong(json.replaceAll("(?s).*\"withinOnePercent\":\\[(\\d+),.*", "$1"));
        assertThat(low).isGreaterThan(512 * MIB);
        assertThat(memtables(recommend("--read-weight", "0", "--json"))).isEqualTo(low);
        assertThat(json).contains("\"best\":{\"memtableBytes\":" + 1600 * MIB + ",");
    }

    @Test
    void whatTheDefaultsDifferInBesidesIsSaid() {
        assertThat(recommend().out())
                .contains(
                        "Cassandra's defaults have 924MiB more for the rest of the heap: 'memory"
                                + " compare' measures its effect.");
    }

    @Test
    void anotherBudgetIsSaidToBeExtrapolated() {
        assertThat(recommend().out()).contains("the recommendation lies within this range");
        assertThat(recommend("--budget", "32GiB", "--max-memtable", "3GiB").out())
                .contains(
                        "    memtables                   1.56GiB\n",
                        "the recommendation lies outside this range, and its expected values are"
                                + " extrapolated",
                        ", extrapolated\n",
                        "All other parts are as in 4GiB, also 512MiB of the heap besides memtables"
                                + " and key cache",
                        "Calibrate with --budget 32GiB before you use this.")
                .containsPattern(
                        "the objective is within 1 % of its best \\(extrapolated\\); the split");
        assertThat(recommend().out())
                .doesNotContain("All other parts are as", "its best (extrapolated)");
        assertThat(recommend("--budget", "32GiB").out())
                .contains(
                        "    memtables                      4GiB\n",
                        "Cassandra's defaults are expected to be within 1 % of every other",
                        "The measurements are of 4GiB: calibrate with --budget 32GiB to see"
                                + " whether another split is better there.")
                .doesNotContain("All other parts are as");
        assertThat(recommend("--budget", "32GiB", "--json").out())
                .containsPattern("\"writeMax\":[0-9.]+,\"measured\":false");
        assertThat(recommend("--json").out())
                .containsPattern("\"writeMax\":[0-9.]+,\"measured\":true");
    }

    @Test
    void anEdgeOfWhatWasMeasuredIsSaid() {
        assertThat(recommend("--read-weight", "1").out())
                .contains("is at the edge of the measured range");
        assertThat(recommend().out()).doesNotContain("edge", "is not significant");
    }

    /** Sets the seconds for a read or a write in each measurement. */
    private void set(String field, double... seconds) throws IOException {
        List<String> lines = Files.readAllLines(results);
        for (int i = 1; i < lines.size(); i++)
            lines.set(
                    i,
                    lines.get(i)
                            .replaceAll(
                                    "\"" + field + "\":[^,}]*",
                                    "\"" + field + "\":" + seconds[i - 1]));
        Files.write(results, lines);
    }

    @Test
    void whetherMemoryMakesADifferenceIsDoubted() throws IOException {
        set("readSeconds", 1e-4, 2e-4, 1e-4, 2e-4, 1.1e-4, 2.2e-4);
        assertThat(recommend().out())
                .contains(
                        "The effect of more caches on reads is not significant in the 6"
                                + " measurements (R squared ",
                        "Without the effects that are not significant, 1.56GiB of memtables would"
                                + " be best.");
        // Without measurements there, all is equally good, and the smallest would be named for no
        // reason.
        assertThat(recommend("--budget", "32GiB").out())
                .contains("The effect of more caches on reads is not significant")
                .doesNotContain("Without the effects");
        assertThat(recommend("--read-weight", "0").out())
                .contains("The effect of more caches on reads is not significant")
                .doesNotContain("Without the effects");
    }

    @Test
    void aModelThatIsWrongIsToldFromNoise() throws IOException {
        set("readSeconds", 1e-4, 1.01e-4, 1.02e-4, 1.03e-4, 1.04e-4, 3e-4);
        assertThat(recommend().out()).doesNotContain("lack of fit");
        String again = "{\"memtableBytes\":%d,\"cacheBytes\":%d,\"readSeconds\":1.001e-4}\n";
        Files.writeString(
                results, again.formatted(64 * MIB, 3036 * MIB), StandardOpenOption.APPEND);
        assertThat(recommend().out())
                .containsPattern(
                        "The model of reads is off by more than the spread at equal caches"
                                + " \\(lack of fit: F\\(4, 1\\) = [0-9.e+]+, p = 0.00\\d+\\)\\. More"
                                + " measurements will not help\\.");
    }

    @Test
    void memoryThatSeemsToMakeSlowerIsTakenToMakeNoDifference() throws IOException {
        set("readSeconds", 2.2e-4, 2.1e-4, 2e-4, 1.9e-4, 1.8e-4, 1.7e-4);
        assertThat(recommend().out())
                .contains(
                        "More caches did not make reads faster in the 6 measurements: their latency"
                                + " is taken as constant.",
                        ", and 1.56GiB is best; the split",
                        "R squared 0.00")
                .doesNotContain("Without the effects");
    }

    @Test
    void memtablesThatWereSlowerAreNotConsidered() throws IOException {
        String slow = "{\"memtableBytes\":%d,\"cacheBytes\":%d,\"writeSeconds\":2e-4}\n";
        Files.writeString(
                results, slow.formatted(2400 * MIB, 700 * MIB), StandardOpenOption.APPEND);
        Spoken spoken = recommend("--budget", "32GiB", "--write-weight", "1");
        assertThat(spoken.out())
                .contains("Memtables above 1.56GiB were slower", "to 1.56GiB of memtables the");
        assertThat(memtables(recommend("--budget", "32GiB", "--write-weight", "1", "--json")))
                .isEqualTo(1600 * MIB);
        assertThat(
                        memtables(
                                recommend(
                                        "--max-memtable",
                                        "100MiB",
                                        "--write-weight",
                                        "1",
                                        "--json")))
                .isEqualTo(100 * MIB);
    }

    @Test
    void drawsTheModelsAndTheObjective() throws IOException {
        Path charts = directory.resolve("charts");
        assertThat(recommend("--svg", charts.toString()).exitCode()).isZero();
        for (String each : List.of("reads", "writes", "objective"))
            assertThat(charts.resolve(each + ".svg"))
                    .content()
                    .startsWith("<svg ")
                    .contains(">recommended<");
        String reads = Files.readString(charts.resolve("reads.svg"));
        assertThat(reads).contains(">95 % interval<", ">measured<").doesNotContain("NaN", "-0.0");
        assertThat(reads.split("<circle", -1))
                .hasSize(6 + 1 + 1); // six runs, and one in the legend
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--read-weight .7 --write-weight .7 | weights must be at least 0, and their sum"
                        + " 1, not 0.7 and 0.7",
                "--read-weight 1.5                  | weights must be at least 0, and their sum"
                        + " 1",
                "--read-max 0                       | --read-max must be above 0, not 0.0",
                "--write-max -3                     | --write-max must be above 0, not -3.0",
                "--max-memtable 1B                  | memtables need at least 1 MiB",
                "--budget 700MiB                    | no node could start with 700MiB split as in"
                        + " the calibration",
                "--budget 9000000TiB                | 9000000TiB' is too large",
                "--svg /proc/version                | --svg needs a directory, and /proc/version is"
                        + " none",
            })
    void whatCannotBeIsTheUsersMistake(String options, String message) {
        Spoken spoken = recommend(options.split(" "));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines()).hasSize(2);
        assertThat(spoken.err()).startsWith("firesteel: ").contains(message);
    }

    @Test
    void tooFewMeasurementsAreSaid() throws IOException {
        Files.write(results, Files.readAllLines(results).subList(0, 3));
        Spoken spoken = recommend();
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err())
                .matches(
                        "firesteel: .*results.jsonl: a fit with confidence intervals needs at"
                                + " least 3 .*, not 2\n");
        results = directory.resolve("nowhere");
        assertThat(recommend().err()).contains("there is no file ");
    }
}
