// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.cli.Spoken;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimedModelTest {
    private static final List<String> SMALL =
            List.of("--blocks", "128", "--warm-up", "2", "--measured", "4");

    private static Spoken model(String... arguments) {
        List<String> all = new ArrayList<>(List.of("endurance", "model", "--timed"));
        all.addAll(SMALL);
        all.addAll(List.of(arguments));
        return Spoken.by(all.toArray(String[]::new));
    }

    private static JsonNode json(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        Spoken spoken = model(all.toArray(String[]::new));
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        return new ObjectMapper().readTree(spoken.out());
    }

    /** Reads at half the rate of one die wait for half a read: 75 us in all. */
    @Test
    void readsWaitAsTheoryExpects() throws Exception {
        JsonNode result =
                json(
                        "--channels",
                        "1",
                        "--dies",
                        "1",
                        "--read-time",
                        "50us",
                        "--bus-time",
                        "0us",
                        "--rate",
                        "10000",
                        "--reads",
                        "1.0");
        assertThat(result.get("readMicros").get("mean").asDouble()).isCloseTo(75, within(2.5));
        assertThat(result.get("readMicros").get("p50").asDouble()).isCloseTo(50, within(1.0));
        assertThat(result.get("opsPerSecond").asDouble()).isCloseTo(10_000, within(150.0));
        assertThat(result.get("writeMicros").get("p9999").isNull()).isTrue();
        assertThat(result.get("writeAmplification").isNull()).isTrue();
        assertThat(result.get("keepsUp").asBoolean()).isTrue();
    }

    @Test
    void saysThatADriveDoesNotKeepUp() throws Exception {
        assertThat(json("--rate", "30000", "--reads", "1").get("keepsUp").asBoolean()).isFalse();
        assertThat(model("--rate", "30000", "--reads", "1").out())
                .containsPattern("rate +20,0\\d\\d\\.\\d op/s: the drive does NOT keep up");
    }

    @Test
    void printsRatesAndLatencies() {
        assertThat(model("--reads", "50%", "--cache", "64", "--flush-every", "8").out().lines())
                .anyMatch(line -> line.startsWith("flash                1 channel of 1 die"))
                .anyMatch(line -> line.matches("write cache +64 pages, protected .*"))
                .allMatch(line -> line.length() <= 80)
                .anyMatch(line -> line.matches("load +50 % reads, as fast as .* at most 32"))
                .anyMatch(line -> line.matches(" {21}at a time, a flush every 8 writes"))
                .anyMatch(line -> line.matches("reads +[0-9,]+\\.\\d .*"))
                .anyMatch(line -> line.matches("flushes +0\\.0 .*"))
                .anyMatch(line -> line.matches("write amplification +[1-9]\\.\\d{4}"));
    }

    @Test
    void aFlushWaitsWhereTheCacheIsNotProtected() throws Exception {
        String[] options = {"--cache", "64", "--flush-every", "8", "--reads", "0"};
        assertThat(json(options).get("flushMicros").get("p50").asDouble()).isZero();
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--power-loss-protection", "no"));
        assertThat(json(all.toArray(String[]::new)).get("flushMicros").get("p50").asDouble())
                .isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"slc", "mlc", "tlc", "qlc"})
    void presetsRun(String preset) throws Exception {
        JsonNode result = json("--preset", preset, "--pages-per-block", "1536", "--planes", "1");
        assertThat(result.get("preset").asText()).isEqualTo(preset);
        assertThat(result.get("opsPerSecond").asDouble()).isGreaterThan(10_000);
    }

    @Test
    void optionsGoBeforeThePreset() throws Exception {
        JsonNode result =
                json(
                        "--preset",
                        "tlc",
                        "--pages-per-block",
                        "768",
                        "--read-time",
                        "1ms",
                        "--spare",
                        "0.3");
        assertThat(result.get("readNanos").asLong()).isEqualTo(1_000_000);
        assertThat(result.get("programNanos").asLong()).isEqualTo(561_000);
        assertThat(result.get("blocks").asInt()).isEqualTo(128);
        assertThat(result.get("pagesPerBlock").asInt()).isEqualTo(768);
        assertThat(result.get("alpha").asDouble()).isCloseTo(1 / 0.7, within(0.001));
    }

    @Test
    void comparesPolicies() throws Exception {
        assertThat(json("--victim", "fifo,greedy").get("runs")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--channels 0 | channels must be 1 to 65,536, not 0",
                "--channels 3 | cannot be spread over 3 planes",
                "--read-time 50 | not a time with its unit",
                "--read-time 0us | the read time must be 1 ns to 10 s",
                "--program-time 2e3us | not a time with its unit",
                "--erase-time 11s | longer than 10 s",
                "--bus-time 0.5ns | not a whole number of nanoseconds",
                "--rate 0 | --rate must be above 0",
                "--rate NaN | must be 1 to 10^9 requests a second, not NaN",
                "--rate 1e-300 | must be 1 to 10^9 requests a second",
                "--cache 100000000 | is larger than the drive",
                "--reads 1.5 | the part of reads must lie between 0 and 1, not be 1.5",
                "--depth 0 | the queue depth must be 1 to 65,536, not 0",
                "--cache -1 | at least 0 pages, not -1",
                "--flush-every -1 | must be at least 0, not -1",
                "--program-pages 4 | needs a protected write cache",
                "--suspend 5us | suspend nothing",
                "--scheduling reads --suspend 20 | not a time with its unit",
                "--power-loss-protection yes | needs a write cache",
                "--scheduling lifo | lifo",
                "--preset nvme | a preset must be one of slc, mlc, tlc, qlc, not 'nvme'",
                "--svg x.svg | give it without --timed"
            })
    void refusesWhatMeansNothing(String options, String reason) {
        Spoken spoken = model(options.split(" "));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains(reason).doesNotContain("\tat ");
        assertThat(spoken.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource("2147483647, 1")
    void refusesADriveThatDoesNotFitIntoMemory(String blocks, String pages) {
        for (String timed : List.of("--timed", "--seed=1")) {
            Spoken spoken =
                    Spoken.by(
                            "endurance",
                            "model",
                            timed,
                            "--blocks",
                            blocks,
                            "--pages-per-block",
                            pages);
            assertThat(spoken.exitCode()).isEqualTo(2);
            assertThat(spoken.err()).contains("MiB of memory").doesNotContain("\tat ");
        }
    }

    @Test
    void theSameSeedGivesTheSameResult() {
        String[] options = {"--preset", "tlc", "--pages-per-block", "768", "--json"};
        assertThat(model(options).out()).isEqualTo(model(options).out());
    }

    @Test
    void optionsOfTheClockNeedIt() {
        Spoken spoken = Spoken.by("endurance", "model", "--preset", "tlc");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("--preset needs --timed");
    }

    @ParameterizedTest
    @CsvSource({
        "50us, 50000, 50 us",
        "0, 0, 0 ns",
        "0us, 0, 0 ns",
        "1.5 ms, 1500000, 1.5 ms",
        "10s, 10000000000, 10 s",
        "35.76us, 35760, 35.76 us",
        "9102ns, 9102, 9.102 us"
    })
    void readsAndWritesShortTimes(String text, long nanos, String written) {
        assertThat(new Nanos().convert(text)).isEqualTo(nanos);
        assertThat(Nanos.text(nanos)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "us", "50", "-1us", "1m", "1h", "1 000us", "1,5ms", "NaNus"})
    void refusesOtherTimes(String text) {
        assertThatThrownBy(() -> new Nanos().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
