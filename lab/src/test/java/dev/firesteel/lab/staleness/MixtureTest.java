// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixtureTest {
    private static final int DRAWS = 1_000_000;

    private static double[] draw(String text) {
        Mixture mixture = Mixture.of(text);
        SplittableRandom random = new SplittableRandom(5);
        return DoubleStream.generate(() -> mixture.draw(random)).limit(DRAWS).toArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exp:0.2 | 5",
                "pareto:2,5 | 2.5",
                "constant:7 | 7",
                "0.25*constant:4 + 0.75*constant:8 | 7",
                "0.5*exp:1+0.25*pareto:3,4+0.25*constant:1e+1 | 4",
            })
    void hasTheMeanOfItsParts(String text, double mean) {
        assertThat(DoubleStream.of(draw(text)).average().orElseThrow())
                .isCloseTo(mean, within(mean * .01));
    }

    @Test
    void hasTheTailOfItsParts() {
        double[] pareto = draw("pareto:2,3");
        assertThat(DoubleStream.of(pareto).min().orElseThrow()).isCloseTo(2, within(1e-4));
        assertThat(DoubleStream.of(pareto).filter(x -> x > 4).count() / (double) DRAWS)
                .isCloseTo(1 / 8., within(.002));
        assertThat(DoubleStream.of(draw("exp:2")).filter(x -> x > 1).count() / (double) DRAWS)
                .isCloseTo(Math.exp(-2), within(.002));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0.5*exp:1+0.4*exp:2 | the weights add up to 0.9, not to 1",
                "0.5*exp:1+exp:2 | 'exp:2' has no weight: write WEIGHT*DISTRIBUTION",
                "gauss:1,2 | 'gauss:1,2' is none of pareto:SCALE,SHAPE, exp:RATE, constant:MILLIS",
                "exp:1,2 | 'exp:1,2' is none of pareto:SCALE,SHAPE, exp:RATE, constant:MILLIS",
                "exp | 'exp' is none of pareto:SCALE,SHAPE, exp:RATE, constant:MILLIS",
                "exp:0 | the rate of an exponential distribution must be above 0, not 0.0",
                "exp:NaN | the rate of an exponential distribution must be above 0, not NaN",
                "pareto:-1,2 | the scale of a Pareto distribution must be above 0, not -1.0",
                "pareto:1,Infinity | the shape of a Pareto distribution must be above 0, not Infinity",
                "constant:-1 | a constant must be 0 ms or more, not -1.0",
                "0*exp:1+1*exp:2 | a weight must be above 0 and at most 1, not 0",
                "x*exp:1 | not a number (For input string: \"x\")",
            })
    void whatIsNoneIsRefused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mixture.of(text))
                .withMessage("'" + text + "': " + message);
    }
}
