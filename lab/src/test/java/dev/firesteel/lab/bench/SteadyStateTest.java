// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
    /**
     * Rates of a node without a commit log, with 64 clients and two cores, from the first second
     * on.
     */
    private static final double[] PLATEAU = {
        2738, 7429, 12981, 11878, 14579, 16609, 17022, 18198, 18038, 18267, 15115, 16062, 16478,
        18754, 17661, 19196, 23331, 22283, 20267, 19829, 19947, 18945, 19913, 19924, 19646, 19244,
        17188, 17911, 21910, 22059, 25105, 25307, 21787, 22904, 22255, 20381, 18251, 22943, 18586,
        22056, 22279, 30142, 27772, 24847, 25268, 29620, 23296, 24357, 25530, 27861
    };

    private static final double[] AFTER_IT = {
        30705, 28302, 32556, 28714, 31359, 26285, 25451, 23833, 28903, 24355, 29656, 26084, 25930,
        27208, 24619, 28055, 24410, 27482, 26643, 22077, 27045, 25014, 25673, 21064, 25464, 24796
    };

    private final SteadyState settling = new SteadyState();

    @Test
    void takesFortySecondsAtLeast() {
        add(39, 1000);
        assertThat(settling.isSettled()).isFalse();
        add(1, 1000);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void isNotThereWhileARateRises() {
        DoubleStream.iterate(1000, rate -> rate * 1.03).limit(60).forEach(settling::add);
        assertThat(settling.isSettled()).isFalse();
        add(40, 6000);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void takesNoPlateauForTheEnd() {
        for (double rate : PLATEAU) {
            settling.add(rate);
            assertThat(settling.isSettled()).isFalse();
        }
        DoubleStream.of(AFTER_IT).forEach(settling::add);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void isGoneIfTheRateChanges() {
        add(40, 1000);
        add(20, 700);
        assertThat(settling.isSettled()).isFalse();
    }

    @Test
    void isNotThereWhereNothingIsDone() {
        add(40, 0);
        assertThat(settling.isSettled()).isFalse();
    }

    /** Clients end one after the other: the last seconds are incomplete. */
    @Test
    void forgivesSingleSecondsThatAreFarOff() {
        add(25, 1000);
        add(2, 100);
        add(13, 1000);
        add(2, 10);
        assertThat(settling.isSettled()).isTrue();
    }

    private void add(int seconds, double perSecond) {
        for (int i = 0; i < seconds; i++) settling.add(perSecond);
    }
}
