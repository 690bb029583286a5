// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FlushLimitTest {
    private static Measurement measurement(double memory, double seconds) {
        return new Measurement(memory, seconds);
    }

    /** Falling times like those of table 5 of Wang et al., without a limit. */
    private static final List<Measurement> FALLING =
            List.of(
                    measurement(8.5, 178),
                    measurement(17, 148),
                    measurement(35, 134),
                    measurement(70, 127),
                    measurement(140, 122),
                    measurement(280, 119));

    @Test
    void isNotSeenWhereTimesFall() {
        assertThat(FlushLimit.of(FALLING)).isEqualTo(new FlushLimit(FALLING, List.of()));
    }

    @Test
    void isWhereLargerMemtablesAreSlowerThanNoise() {
        List<Measurement> stalled = List.of(measurement(800, 131), measurement(800, 129));
        List<Measurement> all = Stream.concat(FALLING.stream(), stalled.stream()).toList();
        assertThat(FlushLimit.of(all)).isEqualTo(new FlushLimit(FALLING, stalled));
    }

    /** A size that is slower than the fastest only by noise is still within the limit. */
    @Test
    void isBehindWhatIsOnlyNoisy() {
        List<Measurement> noisy =
                Stream.concat(FALLING.stream(), Stream.of(measurement(400, 120))).toList();
        List<Measurement> stalled = List.of(measurement(800, 131));
        List<Measurement> all = Stream.concat(noisy.stream(), stalled.stream()).toList();
        assertThat(FlushLimit.of(all)).isEqualTo(new FlushLimit(noisy, stalled));
    }

    @Test
    void isAtTheSmallestThatStalls() {
        List<Measurement> stalled = List.of(measurement(600, 140), measurement(800, 131));
        List<Measurement> all = Stream.concat(FALLING.stream(), stalled.stream()).toList();
        assertThat(FlushLimit.of(all)).isEqualTo(new FlushLimit(FALLING, stalled));
    }

    /** One bad run with few memtables proves nothing about many. */
    @Test
    void isNotBelowTheFastest() {
        List<Measurement> all =
                IntStream.rangeClosed(1, 40)
                        .mapToObj(i -> measurement(i, 100.0 / i + 10 + (i == 20 ? 3 : 0)))
                        .toList();
        assertThat(FlushLimit.of(all).within()).isEqualTo(all);
    }

    @Test
    void isNotSeenInNoise() {
        List<Measurement> all =
                Stream.concat(FALLING.stream(), Stream.of(measurement(800, 120))).toList();
        assertThat(FlushLimit.of(all).beyond()).isEmpty();
    }

    @Test
    void isNotSeenWithTooFewMeasurementsBelowIt() {
        List<Measurement> few =
                IntStream.range(1, 5).mapToObj(i -> measurement(i, 10 * i)).toList();
        assertThat(FlushLimit.of(few).within()).isEqualTo(few);
        assertThat(FlushLimit.of(List.of()).within()).isEmpty();
    }
}
