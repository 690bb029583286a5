// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoggedWaitTest {
    private final List<String> log = new ArrayList<>();
    private final List<Long> steps = new ArrayList<>();

    private boolean await(int stepsUntilEnd) throws InterruptedException {
        return new LoggedWait(log::add)
                .await(
                        seconds -> {
                            steps.add(seconds);
                            return steps.size() == stepsUntilEnd;
                        },
                        25,
                        () -> "a slow command");
    }

    @Test
    void saysEachTenSecondsWhatItWaitsForAndHasABound() throws InterruptedException {
        assertThat(await(9)).isFalse();
        assertThat(steps).containsExactly(10L, 10L, 5L);
        assertThat(log)
                .containsExactly(
                        "Waiting for a slow command: 10 s of at most 25 s have passed",
                        "Waiting for a slow command: 20 s of at most 25 s have passed",
                        "Waiting for a slow command: 25 s of at most 25 s have passed");
    }

    @Test
    void aShortWaitIsSilent() throws InterruptedException {
        assertThat(await(1)).isTrue();
        assertThat(log).isEmpty();
    }
}
