// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitVerbTest {
    private static final String READS =
            "memory,seconds\n6.5,332\n5.8,371\n4.8,448\n4.1,491\n3.1,577\n";

    @TempDir Path directory = Path.of("");

    private Spoken fit(String text, String... options) throws IOException {
        String[] all = new String[options.length + 3];
        all[0] = "memory";
        all[1] = "fit";
        all[2] = Files.writeString(directory.resolve("m.csv"), text).toString();
        System.arraycopy(options, 0, all, 3, options.length);
        return Spoken.by(all);
    }

    @Test
    void saysTheModelWithItsErrors() throws IOException {
        Spoken spoken = fit(READS, "--model", "read");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out())
                .isEqualTo(
                        """
                        model           seconds = a + b ln(memory)
                        a               957.443 (95 %: 891.365 to 1023.522; standard error 20.763)
                        b               -331.783 (95 %: -373.869 to -289.696; standard error 13.225)
                        R squared       0.9953, of 5 measurements
                        standard error  7.730 s, of the estimate
                        more memory     is faster: significant, by the 95 % interval of b
                        holds           from 3.10000 to 6.50000 of memory: the measured range; at 17.9171 its time would be zero
                        """);
    }

    @Test
    void saysTheSameToMachines() throws IOException {
        Spoken spoken = fit(READS, "--model", "read", "--json");
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out())
                .startsWith("{\"a\":957.443")
                .contains(
                        "\"isFasterWithMore\":true",
                        "\"b\":-331.782",
                        "\"rSquared\":0.995",
                        "\"standardError\":7.7")
                .containsPattern("\"confidence95\":\\{\"a\":\\[891\\.[0-9]+,1023\\.[0-9]+],\"b\":");
        assertThat(fit("1,9\n2,6\n4,4\n", "--model", "write", "--json").out())
                .endsWith(
                        "\"model\":\"write\",\"points\":3,\"measured\":[1.0,4.0],\"zeroAt\":null}\n");
    }

    @Test
    void whereAMemoryWasMeasuredTwiceWhatTheModelIsOffByIsHeldToTheNoise() throws IOException {
        String pairs = "1,10\n1,12\n2,7\n2,9\n4,8\n4,10\n";
        assertThat(fit(pairs, "--model", "write").out())
                .contains("lack of fit     F(1, 3) = 1.79, p = 0.27: not significant\n");
        String wrong = "1,10\n1,10.1\n2,7\n2,7.1\n4,9\n4,9.1\n";
        assertThat(fit(wrong, "--model", "write").out())
                .contains(": significant; the model does not describe these measurements\n");
        assertThat(fit(pairs, "--model", "write", "--json").out())
                .containsPattern(
                        "\"lackOfFit\":\\{\"f\":1\\.78[0-9]+,\"degreesOfFreedom\":\\[1,3],\"probability\":0\\.27");
    }

    @Test
    void whetherMoreMemoryIsFasterIsSaid() throws IOException {
        assertThat(fit("1,10\n2,7\n4,8\n", "--model", "write").out())
                .contains("more memory     has no significant effect\n");
        Spoken slower = fit("1,7\n2,8\n4,10\n", "--model", "read");
        assertThat(slower.out())
                .contains("more memory     has no significant effect; by this fit it is slower\n");
        assertThat(fit("1,7\n2,8\n4,10\n", "--model", "read", "--json").out())
                .contains("\"isFasterWithMore\":false");
    }

    @Test
    void numbersBeyondAllMeasureAreRefused() throws IOException {
        for (String each : new String[] {"1e-300,9\n2,6\n3,5\n", "1,1e300\n2,2e300\n3,5\n"}) {
            Spoken spoken = fit(each, "--model", "write", "--json");
            assertThat(spoken.exitCode()).isEqualTo(1);
            assertThat(spoken.out()).isEmpty();
            assertThat(spoken.err())
                    .contains("these measurements cannot be fitted: some are too large");
        }
    }

    @Test
    void whatTakesNextToNothingHasItsDigits() throws IOException {
        assertThat(fit("1,12e-6\n2,7e-6\n4,4.6e-6\n", "--model", "write").out())
                .contains(
                        "a               9.886e-06 (95 %: 8.628e-06 to 1.114e-05; standard error 9.897e-08)\n",
                        "b               2.100e-06 (95 %: ");
        assertThat(fit("1,12e-3\n2,7e-3\n4,4.6e-3\n", "--model", "write").out())
                .contains("a               0.009886 (95 %: ");
    }

    @Test
    void ofALongLineTheBeginningIsSaid() throws IOException {
        assertThat(fit("{" + "x".repeat(500) + "}\n", "--model", "write").err())
                .contains(", not: {" + "x".repeat(59) + "... (a line is two plain numbers");
    }

    @Test
    void whatIsWrongIsSaidInALine() throws IOException {
        Spoken few = fit("1,9\n2,6\n", "--model", "write");
        assertThat(few.exitCode()).isEqualTo(1);
        assertThat(few.err())
                .startsWith("firesteel: ")
                .endsWith(
                        "m.csv: a fit with confidence intervals needs at least 3 measurements,"
                                + " not 2\n");
        Spoken bad = fit("1,9\n2;6\n", "--model", "write");
        assertThat(bad.exitCode()).isEqualTo(1);
        assertThat(bad.err())
                .startsWith("firesteel: ")
                .endsWith(
                        "m.csv, line 2: a line must have two columns, memory and seconds, not:"
                                + " 2;6 (a line is two plain numbers, such as 4096,12.5; from a"
                                + " spreadsheet: save as CSV in UTF-8, with a decimal point and no"
                                + " thousands separator)\n");
        Spoken model = fit(READS, "--model", "scan");
        assertThat(model.exitCode()).isEqualTo(2);
        assertThat(model.err()).contains("a model must be write or read, not scan");
        Spoken none = Spoken.by("memory", "fit", "nowhere.csv", "--model", "read");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).isEqualTo("firesteel: there is no file nowhere.csv\n");
    }
}
