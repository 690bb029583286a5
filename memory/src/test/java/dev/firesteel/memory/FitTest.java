// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests against the tables of Wang et al., "A System Performance Estimation Model for Cassandra".
 */
class FitTest {
    /** Table 5: MB of memtable, seconds for a million writes. */
    private static final List<Measurement> WRITES =
            measurements(8.5, 178, 17, 148, 35, 134, 70, 127, 140, 122, 280, 119);

    /** Table 2: GB of page cache, seconds for a hundred thousand reads. */
    private static final List<Measurement> READS =
            measurements(6.5, 332, 5.8, 371, 4.8, 448, 4.1, 491, 3.1, 577);

    private static List<Measurement> measurements(double... numbers) {
        List<Measurement> measurements = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2)
            measurements.add(new Measurement(numbers[i], numbers[i + 1]));
        return measurements;
    }

    @Test
    void writesGiveTheCoefficientsOfTables6And7() throws MeasurementsException {
        Fit fit = Fit.of(TimeModel.WRITE, WRITES);
        assertThat(fit.a().value()).isCloseTo(506.051, within(0.0005));
        assertThat(fit.b().value()).isCloseTo(118.598, within(0.0005));
        assertThat(fit.a().standardError()).isCloseTo(10.769, within(0.0005));
        assertThat(fit.b().standardError()).isCloseTo(0.596, within(0.0005));
        assertThat(fit.rSquared()).isCloseTo(0.998, within(0.0005));
        assertThat(fit.standardError()).isCloseTo(1.053, within(0.0005));
        assertThat(fit.points()).isEqualTo(6);
    }

    @Test
    void readsGiveTheCoefficientsOfTables3And4() throws MeasurementsException {
        Fit fit = Fit.of(TimeModel.READ, READS);
        assertThat(fit.a().value()).isCloseTo(957.443, within(0.0005));
        assertThat(fit.b().value()).isCloseTo(-331.783, within(0.0005));
        assertThat(fit.a().standardError()).isCloseTo(20.763, within(0.0005));
        assertThat(fit.b().standardError()).isCloseTo(13.225, within(0.0005));
        assertThat(fit.rSquared()).isCloseTo(0.995, within(0.0005));
        assertThat(fit.standardError()).isCloseTo(7.730, within(0.0005));
    }

    /** Student's t for 97.5 % is 2.7764 with four degrees of freedom, and 3.1824 with three. */
    @Test
    void intervalsAreStudents() throws MeasurementsException {
        Fit writes = Fit.of(TimeModel.WRITE, WRITES);
        assertThat(writes.a().high() - writes.a().low())
                .isCloseTo(2 * 2.7764 * writes.a().standardError(), within(0.01));
        Fit reads = Fit.of(TimeModel.READ, READS);
        assertThat(reads.b().high() - reads.b().value())
                .isCloseTo(3.1824 * reads.b().standardError(), within(0.01));
        assertThat(reads.b().value() - reads.b().low())
                .isCloseTo(3.1824 * reads.b().standardError(), within(0.01));
    }

    @Test
    void aTimeIsThatOfTheFormulaUpToTheLargestMemoryMeasured() throws MeasurementsException {
        Fit writes = Fit.of(TimeModel.WRITE, WRITES);
        assertThat(writes.seconds(100)).isCloseTo(118.598 + 5.06051, within(0.001));
        assertThat(writes.isMeasured(100)).isTrue();
        assertThat(writes.seconds(4)).isCloseTo(118.598 + 126.51275, within(0.001));
        assertThat(writes.isMeasured(4)).isFalse();
        assertThat(writes.seconds(1e6)).isEqualTo(writes.seconds(280));
        assertThat(writes.isMeasured(1e6)).isFalse();
        assertThat(writes.zeroAt()).isInfinite();
    }

    @Test
    void noReadTakesLessThanNoTime() throws MeasurementsException {
        Fit reads = Fit.of(TimeModel.READ, READS);
        assertThat(reads.zeroAt()).isCloseTo(17.9, within(0.05));
        assertThat(reads.seconds(17.9)).isEqualTo(reads.seconds(6.5)).isCloseTo(336, within(1.0));
    }

    @Test
    void aWriteModelThatFallsThroughZeroSaysWhere() throws MeasurementsException {
        Fit fit = Fit.of(TimeModel.WRITE, measurements(1, 90, 2, 40, 4, 15));
        assertThat(fit.zeroAt()).isCloseTo(10, within(1e-9));
        assertThat(Fit.of(TimeModel.READ, measurements(1, 1, 2, 2, 4, 3)).zeroAt()).isInfinite();
        assertThat(Fit.of(TimeModel.WRITE, measurements(1, 1, 2, 2, 4, 3)).zeroAt()).isInfinite();
    }

    /** At the centre of the line, only the mean of the noise is unknown. */
    @Test
    void aBandIsNarrowestAmongTheMeasurementsAndAPredictionIsWider() throws MeasurementsException {
        Fit reads = Fit.of(TimeModel.READ, READS);
        double centre = Math.exp(reads.centre());
        double margin = 3.1824 * reads.standardError() / Math.sqrt(5);
        Fit.Interval band = reads.band(centre);
        assertThat(band.high() - reads.seconds(centre)).isCloseTo(margin, within(0.01));
        assertThat(reads.seconds(centre) - band.low()).isCloseTo(margin, within(0.01));
        assertThat(reads.band(3.1).high() - reads.seconds(3.1)).isGreaterThan(margin * 1.3);
        assertThat(reads.band(100)).isEqualTo(reads.band(6.5));
        assertThat(reads.prediction(centre).high() - reads.seconds(centre))
                .isCloseTo(3.1824 * reads.standardError() * Math.sqrt(1.2), within(0.01));
    }

    /** The interval of the intercept equals the band where the basis is 0: at a memory of 1. */
    @Test
    void aBandAgreesWithTheIntervalOfTheIntercept() throws MeasurementsException {
        Fit reads = Fit.of(TimeModel.READ, READS);
        assertThat(reads.band(1).low()).isCloseTo(reads.a().low(), within(1e-6));
        assertThat(reads.band(1).high()).isCloseTo(reads.a().high(), within(1e-6));
    }

    @Test
    void noMemoryIsExpectedToDoBetterThanWhatWasMeasured() throws MeasurementsException {
        Fit slower = Fit.of(TimeModel.WRITE, measurements(10, 5, 20, 6, 40, 7));
        assertThat(slower.a().value()).isNegative();
        assertThat(slower.seconds(0.1)).isEqualTo(slower.seconds(10)).isPositive();
        assertThat(slower.seconds(100)).isEqualTo(slower.seconds(40));
        Fit reads = Fit.of(TimeModel.READ, measurements(10, 5, 20, 6, 40, 7));
        assertThat(reads.seconds(0.001)).isEqualTo(reads.seconds(10));
    }

    @Test
    void thatMoreMemoryIsFasterIsTold() throws MeasurementsException {
        assertThat(Fit.of(TimeModel.READ, READS).isTold()).isTrue();
        assertThat(Fit.of(TimeModel.WRITE, WRITES).isTold()).isTrue();
        assertThat(Fit.of(TimeModel.READ, measurements(1, 5, 2, 9, 3, 4, 4, 8)).isTold()).isFalse();
        // Significant, but memory cannot be the cause.
        List<Measurement> slower = measurements(1, 1, 2, 2, 4, 3.01, 8, 4);
        assertThat(Fit.of(TimeModel.READ, slower).b().low()).isPositive();
        assertThat(Fit.of(TimeModel.READ, slower).isTold()).isFalse();
        slower = measurements(1, 1, 2, 2, 4, 2.51, 8, 2.75);
        assertThat(Fit.of(TimeModel.WRITE, slower).a().high()).isNegative();
        assertThat(Fit.of(TimeModel.WRITE, slower).isTold()).isFalse();
    }

    /** 7 is the mean of 5, 6 and 10, and the square root of 7 their standard deviation. */
    @Test
    void memoryThatMakesSlowerIsTakenForAConstant() throws MeasurementsException {
        double deviation = Math.sqrt(7);
        for (TimeModel model : TimeModel.values()) {
            Fit fit = Fit.of(model, measurements(10, 5, 20, 6, 40, 10)).orConstant();
            assertThat(fit.isConstant()).isTrue();
            for (double memory : new double[] {1, 10, 35, 40, 100}) {
                assertThat(fit.seconds(memory)).isCloseTo(7, within(1e-9));
                assertThat(fit.band(memory).high() - 7)
                        .isCloseTo(12.7062 * deviation / Math.sqrt(3), within(0.001));
            }
            assertThat(fit.standardError()).isCloseTo(deviation, within(1e-9));
            assertThat(fit.rSquared()).isZero();
            assertThat(fit.isTold()).isFalse();
            assertThat(fit.orConstant()).isSameAs(fit);
        }
        Fit reads = Fit.of(TimeModel.READ, READS);
        assertThat(reads.orConstant()).isSameAs(reads);
        assertThat(reads.isConstant()).isFalse();
        assertThat(reads.constant().seconds(5)).isCloseTo(443.8, within(1e-9));
    }

    /**
     * The pairs are 2 apart, which gives 6 of noise, with 3 degrees of freedom. Their means 11, 8
     * and 9 leave 25 / 14 of squares, twice that with two measurements each, with 1 degree.
     */
    @Test
    void whatAModelIsOffByIsHeldToTheNoise() throws MeasurementsException {
        List<Measurement> pairs = measurements(1, 10, 1, 12, 2, 7, 2, 9, 4, 8, 4, 10);
        LackOfFit lack = requireNonNull(Fit.of(TimeModel.WRITE, pairs).lackOfFit());
        assertThat(lack.f()).isCloseTo(25.0 / 14, within(1e-9));
        assertThat(lack.memories()).isEqualTo(1);
        assertThat(lack.repeats()).isEqualTo(3);
        assertThat(lack.probability()).isCloseTo(0.2738, within(0.0001)); // by Student's t, too
        assertThat(lack.isSignificant()).isFalse();
        List<Measurement> wrong = measurements(1, 10, 1, 10.1, 2, 7, 2, 7.1, 4, 9, 4, 9.1);
        assertThat(requireNonNull(Fit.of(TimeModel.WRITE, wrong).lackOfFit()).isSignificant())
                .isTrue();
    }

    @Test
    void withoutNoiseOrMoreMemoriesNothingIsHeldToIt() throws MeasurementsException {
        assertThat(Fit.of(TimeModel.WRITE, WRITES).lackOfFit()).isNull();
        List<Measurement> alike = measurements(1, 10, 1, 10, 2, 7, 4, 9);
        assertThat(Fit.of(TimeModel.WRITE, alike).lackOfFit()).isNull();
        List<Measurement> two = measurements(1, 10, 1, 11, 2, 7, 2, 8);
        assertThat(Fit.of(TimeModel.WRITE, two).lackOfFit()).isNull();
        List<Measurement> slower = measurements(10, 5, 10, 6, 20, 6, 40, 10);
        assertThat(Fit.of(TimeModel.READ, slower).lackOfFit()).isNotNull();
        assertThat(Fit.of(TimeModel.READ, slower).orConstant().lackOfFit()).isNull();
    }

    @Test
    void tooLittleIsSaid() {
        assertThatThrownBy(() -> Fit.of(TimeModel.WRITE, measurements(1, 2, 2, 3)))
                .isInstanceOf(MeasurementsException.class)
                .hasMessage("a fit with confidence intervals needs at least 3 measurements, not 2");
        assertThatThrownBy(() -> Fit.of(TimeModel.READ, measurements(2, 2, 2, 3, 2, 4)))
                .isInstanceOf(MeasurementsException.class)
                .hasMessage("all measurements are of the same memory, 2.0");
        assertThatThrownBy(() -> Fit.of(TimeModel.READ, measurements(2, 5, 3, 5, 4, 5)))
                .isInstanceOf(MeasurementsException.class)
                .hasMessageStartingWith("all measurements took the same time, 5.0 s");
    }

    @Test
    void aModelHasAName() {
        assertThat(TimeModel.of("write")).isEqualTo(TimeModel.WRITE);
        assertThat(TimeModel.of("read")).isEqualTo(TimeModel.READ);
        assertThatThrownBy(() -> TimeModel.of("scan"))
                .hasMessage("a model must be write or read, not scan");
    }
}
