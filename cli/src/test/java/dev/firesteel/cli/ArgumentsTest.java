// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.common.FailureText;
import java.nio.file.InvalidPathException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests values that are wrong for every verb. */
class ArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "endurance model --victim , | --victim has an empty list",
                "endurance simulate t --drive size=1GiB,spare=0.1,block=1MiB --filling , |"
                        + " --filling has an empty list",
                "lab matrix --workloads , | --workloads has an empty list",
                "lab crash --faults , | --faults has an empty list",
                "endurance model --svg= | a path must not be empty",
                "lab ycsb --port 99999 | '99999' is not a port, 1 to 65535",
                "lab load --port -1 | '-1' is not a port",
                "memory fit x.csv --modell write | There is no option '--modell': did you mean"
                        + " '--model'?",
                "endurance simulate t --drive size=1GiB,spare=100%,block=1MiB | must lie between"
            })
    void areRefusedBeforeAnythingRuns(String line, String reason) {
        Spoken spoken = Spoken.by(line.split(" "));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains(reason).doesNotContain("\tat ", "spare=100%%");
        assertThat(spoken.out()).isEmpty();
    }

    @Test
    void aTextThatIsNoPathIsSaid() {
        Spoken spoken = Spoken.by("report", "a\0b");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("'a\\0b' is not a path here: Nul character not allowed");
        String reason = "Malformed input or input contains unmappable characters";
        assertThat(FailureText.of(new InvalidPathException("h\u00e4", reason)))
                .isEqualTo(
                        "'h\u00e4' is not a path here: "
                                + reason
                                + ". For letters beyond ASCII set LC_ALL=C.UTF-8");
    }
}
