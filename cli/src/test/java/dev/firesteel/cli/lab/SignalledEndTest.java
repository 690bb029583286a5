// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalledEndTest {
    private static final int PATIENCE_SECONDS = 20;

    @Test
    void stopsTheWorkAndWaitsForItsResult() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        Thread hook;
        try (SignalledEnd end = new SignalledEnd()) {
            end.stops(stopped::countDown);
            assertThat(end.isSignalled()).isFalse();
            hook = new Thread(end::end);
            hook.start();
            assertThat(stopped.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(end.isSignalled()).isTrue();
            hook.join(100);
            assertThat(hook.isAlive()).as("the result is not printed yet").isTrue();
        }
        hook.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(hook.isAlive()).isFalse();
    }

    @Test
    void doesNotWaitBeforeTheWorkHasBegun() {
        try (SignalledEnd end = new SignalledEnd()) {
            end.end();
            assertThat(end.isSignalled()).isFalse();
        }
    }
}
