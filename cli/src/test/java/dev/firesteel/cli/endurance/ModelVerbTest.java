// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class ModelVerbTest {
    @TempDir Path directory;

    private static Spoken model(String... arguments) {
        String[] all = new String[arguments.length + 4];
        all[0] = "endurance";
        all[1] = "model";
        all[2] = "--blocks";
        all[3] = "512";
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        return Spoken.by(all);
    }

    @Test
    void saysWhatWasMeasuredBesideTheClosedForm() {
        Spoken spoken = model("--spare", "0.2", "--victim", "fifo");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .anySatisfy(line -> assertThat(line).startsWith("write amplification  2."))
                .anySatisfy(line -> assertThat(line).startsWith("closed form          2.69"));
    }

    @Test
    void saysTheSameToMachines() {
        Spoken spoken = model("--spare", "0.2", "--victim", "greedy", "--json");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out())
                .startsWith("{\"writeAmplification\":2.")
                .contains("\"formula\":2.59")
                .containsPattern("\"relativeError\":-?[0-9.E-]+,\"formulaIs\":\"closed form\"");
    }

    @Test
    void namesTheLeastThatTwoStreamsCanReach() {
        Spoken spoken =
                model("--workload", "hotcold:0.1:0.9", "--streams", "2", "--victim", "per-stream");
        assertThat(spoken.out()).contains("lower bound          ");
    }

    @Test
    void whereNoFormulaIsKnownThereIsNone() {
        assertThat(model("--victim", "cost-benefit").out())
                .contains("closed form          none is known for these options");
        assertThat(model("--victim", "cost-benefit", "--json").out())
                .contains("\"formula\":null,\"relativeError\":null,\"formulaIs\":\"none\"");
    }

    @Test
    void comparesPolicies() {
        Spoken spoken = model("--victim", "fifo,greedy");
        assertThat(spoken.out().lines())
                .filteredOn(line -> line.endsWith("; fifo") || line.endsWith("; greedy"))
                .hasSize(2)
                .first()
                .asString()
                .endsWith("; fifo");
        assertThat(model("--victim", "fifo,greedy", "--json").out())
                .startsWith("{\"runs\":[{\"writeAmplification\":")
                .contains("\"victim\":\"fifo\"", "\"victim\":\"greedy\"");
    }

    @Test
    void drawsMarksBesideTheCurvesOfTheory() throws Exception {
        Path svg = directory.resolve("spare.svg");
        Spoken spoken =
                model(
                        "--pages-per-block",
                        "32",
                        "--warm-up",
                        "1",
                        "--measured",
                        "1",
                        "--victim",
                        "fifo,cost-benefit",
                        "--svg",
                        svg.toString());
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.exitCode()).isZero();
        Element root =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(svg.toFile())
                        .getDocumentElement();
        assertThat(root.getAttribute("aria-labelledby")).isEqualTo("title desc");
        assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
                .containsPattern("fifo: 1\\d[.0-9]* at 0.03, .* at 0.3; cost-benefit: ");
        // Only fifo has a closed form; there is a mark for each spare factor, and one in the
        // legend.
        assertThat(root.getElementsByTagName("polyline").getLength()).isOne();
        assertThat(root.getElementsByTagName("circle").getLength()).isEqualTo(9);
    }

    @Test
    void drawsTheLeastThatTwoStreamsCanReach() throws IOException {
        Path svg = directory.resolve("spare.svg");
        String[] small = {"--warm-up", "1", "--measured", "1"};
        List<String> all = new ArrayList<>(List.of(small));
        all.addAll(List.of("--workload", "hotcold:0.1:0.9", "--streams", "2"));
        all.addAll(List.of("--svg", svg.toString()));
        assertThat(model(all.toArray(String[]::new)).exitCode()).isZero();
        assertThat(svg).content().contains(">lower bound<", ">greedy<", "<polyline");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--spare    | 1        | the spare factor must lie between 0 and 1, not be 1.0",
                "--spare    | 0.0001   | logical pages leave no spare",
                "--blocks   | 0        | 1 blocks in reserve leave none of 0 to write to",
                "--reserve  | 4096     | 4096 blocks in reserve leave none of 4096 to write to",
                "--workload | zipfian  | a workload must be uniform or hotcold:FRACTION:RATE",
                "--victim   | youngest | not youngest",
                "--victim   | fifo,old | not old",
                "--streams  | 2        | a uniform load has one kind",
                "--svg      | /no/x.svg | there is no directory for --svg /no/x.svg",
            })
    void whatCannotBeIsTheUsersMistake(String option, String value, String message) {
        Spoken spoken = Spoken.by("endurance", "model", option, value);
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err())
                .startsWith("firesteel: ")
                .contains(message)
                .doesNotContain("\tat ");
    }
}
