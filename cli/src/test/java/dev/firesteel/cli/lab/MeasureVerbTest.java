// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.firesteel.cli.Spoken;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasureVerbTest {
    private static Spoken measure(String... options) {
        List<String> all = new ArrayList<>(List.of("lab", "staleness", "measure"));
        all.addAll(List.of(options));
        return Spoken.by(all.toArray(new String[0]));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--n=1 | --n must be 2 or more",
                "--n=4 | 3 nodes have no more than 3 replicas",
                "--r=4 | a read waits for 1 to 3 of 3 replicas, not 4",
                "--cores=0.01 | --cores must be 0",
                "--mode=none | --mode none has no commit log",
                "--delays=x | 'x' is not",
                "--clients=0 | --clients must be 1 to",
                "--address=10.0.0.1 | 10.0.0.1",
                "--cluster=:9042 | --cluster: ':9042' is not HOST",
                "--cluster=127.0.0.1:cql | is not HOST or HOST:PORT",
            })
    void refusesWhatCannotBeMeasured(String option, String message) {
        Spoken spoken = measure(option);
        assertThat(spoken.exitCode()).isNotZero();
        assertThat(spoken.err()).contains(message).doesNotContain("\tat ");
    }

    @Test
    void aContactPointMayHaveAPort() {
        assertThat(MeasureVerb.contactPoint("127.0.0.7").getPort()).isEqualTo(9042);
        assertThat(MeasureVerb.contactPoint("127.0.0.7:9142").getPort()).isEqualTo(9142);
        assertThat(MeasureVerb.contactPoint("[::1]:9142").getPort()).isEqualTo(9142);
        assertThat(MeasureVerb.contactPoint("::1").getPort()).isEqualTo(9042);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasureVerb.contactPoint("127.0.0.7:99999"))
                .withMessageContaining("99999 is no port");
    }
}
