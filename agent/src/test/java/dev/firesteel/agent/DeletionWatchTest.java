// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeletionWatchTest {
    private final AtomicBoolean deleted = new AtomicBoolean();
    private final AtomicInteger saves = new AtomicInteger();
    private final List<Long> delays = new CopyOnWriteArrayList<>();

    /** Notes each delay, and does not wait for it. */
    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1) {
                @Override
                public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
                    delays.add(unit.toSeconds(delay));
                    return super.schedule(task, 0, unit);
                }
            };

    /** Starts a watch whose first saves have these outcomes; the one after them fails. */
    private void startWatch(boolean... outcomes) {
        new DeletionWatch(
                        deleted::get,
                        () -> {
                            int save = saves.getAndIncrement();
                            if (save == outcomes.length) throw new IllegalStateException("no disk");
                            return save > outcomes.length || outcomes[save];
                        },
                        executor)
                .start();
    }

    @Test
    void looksEverySecondAlsoAfterTheWritesAreSafe() {
        startWatch(true, true);
        await().until(() -> delays.size() > 2);
        assertThat(saves).hasValue(0);
        deleted.set(true);
        await().until(() -> saves.get() >= 2);
        executor.shutdownNow();
        assertThat(delays).startsWith((long) DeletionWatch.CHECK_SECONDS);
    }

    @Test
    void triesAgainAfterAFailureOrAnException() {
        deleted.set(true);
        startWatch(false);
        await().until(() -> saves.get() > 3);
        executor.shutdownNow();
        assertThat(delays)
                .startsWith(
                        (long) DeletionWatch.CHECK_SECONDS,
                        (long) DeletionWatch.RETRY_SECONDS,
                        (long) DeletionWatch.RETRY_SECONDS,
                        (long) DeletionWatch.CHECK_SECONDS);
    }
}
