// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private final Settling settling = new Settling();

    @Test
    void takesTenSecondsAtLeast() {
        add(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000);
        assertThat(settling.isSettled()).isFalse();
        add(1000);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void isNotThereWhileARateRises() {
        DoubleStream.iterate(1000, rate -> rate * 1.03).limit(30).forEach(settling::add);
        assertThat(settling.isSettled()).isFalse();
        add(2400, 2400, 2400, 2400, 2400, 2400, 2400, 2400, 2400, 2400);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void forgivesASecondThatIsSlower() {
        add(1000, 1010, 990, 1000, 1000, 1000, 1000, 850, 1000, 1000);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void isNotThereWhereNothingIsDone() {
        DoubleStream.generate(() -> 0).limit(10).forEach(settling::add);
        assertThat(settling.isSettled()).isFalse();
    }

    /** Clients end one after the other: the last second is not a whole one. */
    @Test
    void staysSoWhenClientsEnd() {
        add(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000);
        add(120, 10);
        assertThat(settling.isSettled()).isTrue();
    }

    private void add(double... rates) {
        DoubleStream.of(rates).forEach(settling::add);
    }
}
