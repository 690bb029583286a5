// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.cli.Spoken;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictVerbTest {
    private static final String[] ONE_WAY = {
        "--write",
        "exp:0.2",
        "--ack",
        "constant:1",
        "--read",
        "constant:2",
        "--response",
        "constant:3"
    };

    private static Spoken predict(String... options) {
        List<String> all = new ArrayList<>(List.of("lab", "staleness", "predict"));
        all.addAll(List.of(options));
        return Spoken.by(all.toArray(new String[0]));
    }

    private static Spoken predictFrom(String[] mixtures, String... options) {
        List<String> all = new ArrayList<>(List.of(mixtures));
        all.addAll(List.of(options));
        return predict(all.toArray(new String[0]));
    }

    @Test
    void saysWhatToExpect() {
        Spoken spoken = predict("--model", "lnkd-ssd", "--trials", "200000");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out())
                .startsWith(
                        """
                        3 replicas; a read waits for 1 of them, a write for 1; 200,000 trials

                        a read that begins       returns the write
                          at once               97.""")
                .contains("\n  1,000 ms after it    100.000 %  (standard error 0.000)\n")
                .contains(
                        "\nmilliseconds           50 %       90 %       99 %     99.9 %    99.99 %\n")
                .endsWith(
                        """
                          of  1   33.333 %
                          of  2   55.556 %
                          of  3   70.370 %
                          of  5   86.831 %
                          of 10   98.266 %
                        """);
    }

    @Test
    void saysTheSameToMachines() throws Exception {
        String[] options = {"--n", "4", "--r", "2", "--w", "1", "--trials", "100000", "--json"};
        JsonNode json = new ObjectMapper().readTree(predictFrom(ONE_WAY, options).out());
        assertThat(json.get("consistentAtZero").asDouble()).isBetween(.5, 1.);
        assertThat(json.get("readLatencyMillis").get("p9999").asDouble()).isEqualTo(5);
        assertThat(json.get("writeLatencyMillis").get("p50").asDouble())
                .isCloseTo(1 + Math.log(2) / (4 * .2), within(.05));
        assertThat(json.get("tVisibilityMillis").fieldNames())
                .toIterable()
                .containsExactly("p50", "p90", "p99", "p999", "p9999");
        assertThat(json.get("withinVersions").get("2").asDouble()).isCloseTo(.75, within(1e-9));
        assertThat(json.get("trials").asInt()).isEqualTo(100_000);
    }

    @Test
    void aSeedGivesOnePrediction() {
        String[] options = {"--model", "wan", "--trials", "1000", "--json", "--seed"};
        assertThat(predictFrom(options, "7").out()).isEqualTo(predictFrom(options, "7").out());
        assertThat(predictFrom(options, "7").out()).isNotEqualTo(predictFrom(options, "8").out());
    }

    @Test
    void whatIsWrongIsSaidInALine() {
        assertRefused("there is no model 'lan'; there are lnkd-ssd,", "--model", "lan");
        assertRefused("a read waits for 1 to 3 of 3 replicas, not 4", "--model", "wan", "--r", "4");
        assertRefused("the number of trials must be 1 to", "--model", "wan", "--trials", "0");
        String either = "give either --model, or all of --write, --ack, --read and --response";
        assertRefused(either);
        assertRefused(either, "--write", "exp:1");
        assertRefused(either, "--model", "wan", "--write", "exp:1");
        assertThat(predictFrom(ONE_WAY, "--model", "wan").err()).contains(either);
        Spoken mixture = predictFrom(ONE_WAY.clone(), "--trials", "x");
        assertThat(mixture.exitCode()).isEqualTo(2);
        String[] bad = ONE_WAY.clone();
        bad[1] = "exp:1+exp:2";
        assertThat(predictFrom(bad).err()).contains("'exp:1' has no weight");
    }

    private static void assertRefused(String message, String... options) {
        Spoken spoken = predict(options);
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err()).contains(message);
    }
}
