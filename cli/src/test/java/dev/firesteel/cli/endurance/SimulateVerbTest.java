// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.cli.LevelTrace;
import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateVerbTest {
    private static final String DRIVE = "size=36MiB,spare=0.2,block=256KiB";

    @TempDir Path directory;
    private Path trace = Path.of("");

    @BeforeEach
    void writeTrace() throws IOException {
        trace = LevelTrace.write(directory.resolve("trace.tsv"));
    }

    private Spoken simulate(String... options) {
        List<String> all = new ArrayList<>(List.of("endurance", "simulate", trace.toString()));
        all.addAll(List.of(options));
        return Spoken.by(all.toArray(String[]::new));
    }

    @Test
    void putsPlacementsSideBySide() {
        Spoken spoken = simulate("--drive", DRIVE, "--tbw", "10");
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .anySatisfy(line -> assertThat(line).startsWith("drive    36MiB offered"))
                .anySatisfy(line -> assertThat(line).startsWith("filling  0.8"))
                .anySatisfy(line -> assertThat(line).contains("read ", "measured (steady)"))
                .anySatisfy(line -> assertThat(line).matches("none +1\\.\\d{4} .*"))
                .anySatisfy(line -> assertThat(line).matches("linux4 +1\\.\\d{4} .*"))
                .anySatisfy(line -> assertThat(line).matches("seed9 +1\\.\\d{4} .*"));
    }

    @Test
    void aTraceFillsItsDriveWhereNoneIsNamed() {
        Spoken spoken = simulate("--filling", "0.9,0.7");
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.out()).contains("filling  0.7").contains("filling  0.9");
        assertThat(simulate("--filling", "0").err())
                .contains("without --drive, --filling must be above 0");
    }

    @Test
    void saysTheSameToMachines() {
        Spoken spoken =
                simulate(
                        "--drive",
                        DRIVE,
                        "--streams",
                        "none",
                        "--tbw",
                        "10",
                        "--repeat",
                        "2",
                        "--filling",
                        "0.7,0.8",
                        "--json");
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out())
                .startsWith("{\"driveBytes\":37748736,\"spare\":0.2,\"blockBytes\":262144,")
                .contains("\"fillings\":[{\"filling\":0.7,", "{\"filling\":0.8,", "\"steady\":null")
                .containsPattern(
                        "\"streams\":\\[\\{\"placement\":\"none\",\"writeAmplification\":1[.0-9]+,"
                                + "\"hostBytes\":49152000,\"hostWrites\":12000,\"moves\":\\d+,\"erases\":\\d+,"
                                + "\"erasesMin\":\\d+,\"erasesMedian\":\\d+,\"erasesMax\":\\d+,"
                                + "\"erasesDeviation\":[.0-9]+,\"years\":[.0-9E-]+\\}");
    }

    @Test
    void givesEachPlacementItsRateAndLatencies() throws IOException {
        Spoken spoken = simulate("--drive", DRIVE, "--timed", "--reads", "0.3");
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out().lines())
                .anySatisfy(line -> assertThat(line).startsWith("load                 30 % reads"))
                .anySatisfy(line -> assertThat(line).matches("seed9: [0-9,]+\\.\\d op/s"));
        JsonNode json =
                new ObjectMapper().readTree(simulate("--drive", DRIVE, "--timed", "--json").out());
        assertThat(json.get("scheduling").asText()).isEqualTo("fifo");
        JsonNode streams = json.at("/fillings/0/streams");
        assertThat(streams).hasSize(3);
        for (JsonNode each : streams) {
            assertThat(each.get("opsPerSecond").asDouble()).isPositive();
            assertThat(each.at("/readMicros/p9999").asDouble()).isGreaterThanOrEqualTo(50);
            assertThat(each.at("/writeMicros/mean").asDouble()).isGreaterThanOrEqualTo(500);
            assertThat(each.get("writeAmplification").asDouble()).isGreaterThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--reads 0.5 | --reads needs --timed",
                "--timed --reads 1 | the part of reads must be at most 0.99",
                "--timed --channels 5 | 64 pages cannot be spread over 5 planes",
                "--timed --preset tlc | give a multiple of 768 pages"
            })
    void refusesClocksThatDoNotFit(String options, String reason) {
        List<String> all = new ArrayList<>(List.of("--drive", DRIVE));
        all.addAll(List.of(options.split(" ")));
        Spoken spoken = simulate(all.toArray(String[]::new));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains(reason);
        assertThat(spoken.out()).isEmpty();
    }

    @Test
    void drawsAPictureThatNamesWhatIsSeen() throws IOException {
        Path svg = directory.resolve("out.svg");
        for (String fillings : List.of("0.8", "0.7,0.8")) {
            assertThat(simulate("--drive", DRIVE, "--filling", fillings, "--svg", svg.toString()))
                    .returns(0, Spoken::exitCode);
            assertThat(svg)
                    .content()
                    .startsWith("<svg ")
                    .contains("write amplification", "filling", ">none<", ">linux4<", ">seed9<");
        }
    }

    @Test
    void takesAMapFromAFile() throws IOException {
        Path map = Files.writeString(directory.resolve("m.yaml"), "lifetimes:\n  data.1: long\n");
        Spoken spoken = simulate("--drive", DRIVE, "--streams", "recommended," + map);
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out()).contains("recommended ", map + " ");
    }

    @Test
    void recommendsWhatAFiresteelYamlCanHold() throws IOException {
        Spoken spoken = Spoken.by("endurance", "recommend", trace.toString());
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out())
                .endsWith("lifetimes:\n  data.0: short\n  data.1: medium\n  data.2: long\n");
        Path map = Files.writeString(directory.resolve("firesteel.yaml"), spoken.out());
        assertThat(simulate("--drive", DRIVE, "--streams", map.toString()).exitCode()).isZero();
        assertThat(Spoken.by("endurance", "recommend", trace.toString(), "--json").out())
                .startsWith(
                        "{\"lifetimes\":{\"data.0\":\"short\",\"data.1\":\"medium\",\"data.2\":\"long\"},"
                                + "\"classes\":[{\"class\":\"data.0\",\"writtenBytes\":")
                .contains("\"writeAmplification\":{\"none\":", "\"preset\":", "\"recommended\":");
    }

    @Test
    void whereAMapIsRecommendedTheDriveMustBePossibleToo() {
        String drive = "size=36MiB,spare=0.2,block=2MiB";
        Spoken spoken = simulate("--drive", drive, "--streams", "recommended");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("leave no spare").doesNotContain("\tat ");
        assertThat(simulate("--drive", DRIVE, "--streams", "recommended", "--filling", "0.95"))
                .returns(0, Spoken::exitCode);
    }

    @Test
    void whatATraceLeftOpenIsNotedBesideTheResult() throws IOException {
        Path blk =
                Files.writeString(
                        directory.resolve("blk"), "259,0 0 1 0.5 901 D WS 2048 + 8 [w]\n");
        Spoken spoken =
                Spoken.by(
                        "endurance",
                        "simulate",
                        blk.toString(),
                        "--drive",
                        "size=36MiB,spare=20%,block=256KiB,page=16KiB",
                        "--filling",
                        "5%",
                        "--streams",
                        "none",
                        "--repeat",
                        "1",
                        "--json");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.err())
                .startsWith("firesteel: " + blk + ": no write in it was queued")
                .hasLineCount(1);
        assertThat(spoken.out())
                .contains(
                        "\"spare\":0.2,",
                        "\"traceBytes\":4096,\"tracePages\":1,",
                        "\"filling\":0.05,",
                        "\"writeAmplification\":4.0,\"hostBytes\":4096,\"hostWrites\":1,");
    }

    @Test
    void oneDeviceOfSeveralIsSelected() throws IOException {
        Path spc = Files.writeString(directory.resolve("spc"), "0,1,4096,w,0.0\n1,1,8192,w,0.5\n");
        Spoken spoken =
                Spoken.by(
                        "endurance",
                        "simulate",
                        spc.toString(),
                        "--drive",
                        DRIVE,
                        "--device",
                        "1",
                        "--streams",
                        "none",
                        "--repeat",
                        "1");
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out()).contains("trace    8KiB written in 0.5 s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--drive   | big           | 'big' is not one of size=, spare=, block=, page=",
                "--drive   | size=1GiB     | 'spare' is missing",
                "--drive   | size=24MiB,spare=x,block=1MiB   | spare must be a number",
                "--drive   | size=24MiB,spare=2,block=1MiB   | must lie between 0 and 1, not be 2.0",
                "--drive   | size=24MiB,spare=0.1,block=9MiB | leave no spare",
                "--drive   | size=24,spare=0.1,block=1MiB    | 'size=24' has no unit: for bytes write 'size=24B'",
                "--filling | 0,8           | write a point: 0.8",
                "--tbw     | 3,504         | '3,504' is not a number of terabytes",
                "--time-unit | minutes     | 'minutes' is not one of ms, us, ns",
                "--trim    | maybe         | 'maybe' is not one of yes, no",
                "--victim  | youngest      | not youngest",
                "--filling | 0             | the filling must be above 0 and at most 1, not 0.0",
                "--repeat  | 0             | --repeat must be at least 1, not 0",
                "--svg     | /no/dir/x.svg | there is no directory for --svg /no/dir/x.svg",
                "--tbw     | -1            | --tbw must be above 0",
                "--streams | none,no.yaml  | 'no.yaml' is neither none, linux4, f2fs3, seed9, recommended nor",
                "--allocation | worst-fit  | is neither first-fit nor next-fit",
            })
    void whatCannotBeIsTheUsersMistake(String option, String value, String message) {
        Spoken spoken =
                option.equals("--drive")
                        ? simulate(option, value)
                        : simulate("--drive", DRIVE, option, value);
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines()).hasSize(2);
        assertThat(spoken.err()).startsWith("firesteel: ").contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "nowhere, --streams, none, there is no such trace",
        "trace.tsv, --filling, 0.3, at their peak",
        "bad.tsv, --streams, none, 'bad.tsv, line 2: writes file 7, which is not alive'",
    })
    void whatFailsOutsideIsOneSentence(String file, String option, String value, String message)
            throws IOException {
        Files.writeString(
                directory.resolve("bad.tsv"), "firesteel-trace\t1\t0\nwrite\t1\t7\t0\t1\n");
        String path = directory.resolve(file).toString();
        Spoken spoken = Spoken.by("endurance", "simulate", path, "--drive", DRIVE, option, value);
        assertThat(spoken.exitCode()).isOne();
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines()).hasSize(1);
        assertThat(spoken.err()).startsWith("firesteel: ").contains(message);
    }
}
