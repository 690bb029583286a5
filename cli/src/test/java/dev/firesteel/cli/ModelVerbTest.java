// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelVerbTest {
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
                .hasSize(4)
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
                .contains("closed form          none is known for this");
        assertThat(model("--victim", "cost-benefit", "--json").out())
                .contains("\"formula\":null,\"relativeError\":null,\"formulaIs\":\"none\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--spare    | 1        | the spare factor must lie between 0 and 1, not be 1.0",
                "--spare    | 0.0001   | logical pages leave no spare",
                "--blocks   | 0        | 1 blocks in reserve leave none of 0 to write to",
                "--reserve  | 4096     | 4096 blocks in reserve leave none of 4096 to write to",
                "--workload | zipfian  | a workload is uniform or hotcold:FRACTION:RATE",
                "--victim   | youngest | not by youngest",
                "--streams  | 2        | a uniform load has one kind",
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
