// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KneeTest {
    private static SweepPoint point(double offered, double achieved, double meanMicros) {
        return new SweepPoint(offered, achieved, 0, meanMicros, 0, 0, 0, 0, 0);
    }

    /** A queue with one server: M/M/1, whose mean time in the system is 1 / (mu - lambda). */
    private static List<SweepPoint> queue(double serverPerSecond, double... parts) {
        List<SweepPoint> points = new ArrayList<>();
        for (double part : parts) {
            double offered = part * serverPerSecond;
            boolean isOver = part >= 1;
            // The queue of an overload grows for the whole measurement of ten seconds.
            double micros = isOver ? 1e7 * (part - 0.99) : 1e6 / (serverPerSecond - offered);
            points.add(point(offered, isOver ? serverPerSecond : offered, micros));
        }
        return points;
    }

    @Test
    void twoMethodsAgreeOnWhereAQueueIsSaturated() {
        Knee knee = Knee.of(queue(10_000, .1, .25, .4, .55, .7, .8, .9, 1, 1.1, 1.2));
        assertThat(knee.byThroughput()).isCloseTo(10_000, within(1.0));
        assertThat(knee.byLatency()).isBetween(9_000.0, 10_000.0);
        assertThat(knee.isAgreed()).isTrue();
    }

    @Test
    void kneedleFindsTheKneeOfAKnownCurve() {
        List<SweepPoint> points = new ArrayList<>();
        // y = 1 / (1.1 - x) over 0 to 1: scaled, x - y is largest where y' is the mean slope.
        for (int i = 0; i <= 100; i++) points.add(point(i, i, 1 / (1.1 - i / 100.0)));
        double slope = (1 / 0.1 - 1 / 1.1) / 1;
        double exact = 1.1 - Math.sqrt(1 / slope);
        assertThat(Knee.byLatency(points)).isCloseTo(100 * exact, within(0.51));
    }

    @Test
    void thereIsNoneWhereEverythingIsKeptAndNothingBends() {
        List<SweepPoint> points = new ArrayList<>();
        for (int i = 1; i <= 5; i++) points.add(point(1_000 * i, 1_000 * i, 100 + i));
        Knee knee = Knee.of(points);
        assertThat(knee.byLatency()).isNull();
        assertThat(knee.byThroughput()).isNull();
        assertThat(knee.isAgreed()).isFalse();
    }

    @Test
    void latenciesThatBendAreNoSaturationWhereEveryRateIsKept() {
        List<SweepPoint> bent = queue(10_000, .1, .3, .5, .7, .9, .99);
        assertThat(Knee.byLatency(bent)).isNotNull();
        assertThat(Knee.of(bent)).isEqualTo(new Knee(null, null));
        assertThat(Knee.of(bent).isAgreed()).isFalse();
    }

    @Test
    void aStallAtALowRateIsNoSaturation() {
        List<SweepPoint> points = queue(10_000, .1, .3, .5, .7, .9, 1.1, 1.2);
        points.set(1, point(3_000, 1_000, 500_000));
        assertThat(Knee.byThroughput(points)).isCloseTo(10_000, within(1.0));
        assertThat(Knee.byThroughput(points.subList(0, 5))).isNull();
    }

    @Test
    void fewPointsHaveNoKnee() {
        assertThat(Knee.byLatency(queue(10_000, .1, 1.2))).isNull();
        assertThat(Knee.byThroughput(List.of())).isNull();
    }

    @Test
    void methodsThatAreFarApartDoNotAgree() {
        assertThat(new Knee(8_000.0, 10_000.0).isAgreed()).isFalse();
        assertThat(new Knee(8_600.0, 10_000.0).isAgreed()).isTrue();
    }
}
