// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitListTest {
    private final UnparkedThreads scheduler = new UnparkedThreads();
    private final WaitList list = new WaitList(scheduler);
    private final List<Integer> woken = new ArrayList<>();

    @Test
    void whoCameFirstIsWokenFirstAndOnce() {
        for (int i = 1; i <= 4; i++) {
            int number = i;
            list.enlist(() -> woken.add(number));
        }
        list.wakeAll();
        assertThat(woken).containsExactly(1, 2, 3, 4);
        list.wakeAll();
        assertThat(woken).hasSize(4);
    }

    @Test
    void whoComesWhileOthersAreWokenIsWokenTheNextTime() {
        list.enlist(() -> list.enlist(() -> woken.add(2)));
        list.enlist(() -> woken.add(1));
        list.wakeAll();
        assertThat(woken).containsExactly(1);
        list.wakeAll();
        assertThat(woken).containsExactly(1, 2);
    }

    @Test
    void whoThrowsKeepsNobodyElseFromBeingWoken() {
        list.enlist(() -> woken.add(1));
        list.enlist(
                () -> {
                    throw new AssertionError("on purpose");
                });
        list.enlist(() -> woken.add(2));
        list.wakeAll();
        assertThat(woken).containsExactly(1, 2);
    }

    @Test
    void aFewSleepersAreWokenAtOnceInTheOrderInWhichTheyCame() {
        Map<Thread, WaitList.Sleeper> sleepers = sleepers(scheduler.wakesAtOnce());
        list.enlist(() -> woken.add(1));
        list.wakeAll();
        assertThat(scheduler.unparked).containsExactlyElementsOf(scheduler.came);
        assertThat(woken).containsExactly(1);
        sleepers.values().forEach(WaitList.Sleeper::leave);
        assertThat(scheduler.unparked).hasSize(sleepers.size());
    }

    @Test
    void ofManySleepersTwoAreWokenAtOnceAndEachThatGoesOnWakesTwoAtMost() {
        Map<Thread, WaitList.Sleeper> sleepers = sleepers(200);
        list.wakeAll();
        assertThat(scheduler.unparked).hasSize(2).contains(scheduler.came.get(0));
        List<Thread> gone = new ArrayList<>();
        while (!scheduler.unparked.isEmpty()) {
            int before = scheduler.unparked.size();
            Thread next = scheduler.unparked.remove();
            leave(sleepers, next);
            assertThat(scheduler.unparked.size()).isLessThanOrEqualTo(before + 1);
            gone.add(next);
        }
        assertThat(gone).doesNotHaveDuplicates().hasSize(200);
    }

    /** After an interrupt or a timely check, a thread may go on before its turn. */
    @ParameterizedTest
    @ValueSource(ints = {25, 26, 27, 28, 63, 64, 65, 1000})
    void whoGoesOnBeforeItsTurnKeepsNobodyFromBeingWoken(int count) {
        for (int seed = 0; seed < 50; seed++) {
            scheduler.forget();
            Map<Thread, WaitList.Sleeper> sleepers = sleepers(count);
            List<Thread> order = new ArrayList<>(scheduler.came);
            Random random = new Random(seed);
            Collections.shuffle(order, random);
            List<Thread> early = order.subList(0, random.nextInt(count + 1));
            List<Thread> beforeAnybodyIsWoken = early.subList(0, early.size() / 2);
            beforeAnybodyIsWoken.forEach(thread -> leave(sleepers, thread));
            list.wakeAll();
            early.subList(early.size() / 2, early.size())
                    .forEach(thread -> leave(sleepers, thread));
            List<Thread> ever = new ArrayList<>();
            while (!scheduler.unparked.isEmpty()) {
                Thread next = scheduler.unparked.remove();
                ever.add(next);
                if (!early.contains(next)) leave(sleepers, next);
            }
            assertThat(ever).as("seed %s", seed).doesNotHaveDuplicates();
            assertThat(ever).containsAll(order.subList(early.size(), count));
            assertThat(Collections.disjoint(ever, beforeAnybodyIsWoken)).isTrue();
        }
    }

    @Test
    void whoCannotBeWokenKeepsNobodyElseAsleep() {
        sleepers(200);
        scheduler.failing = scheduler.came.get(0);
        list.wakeAll();
        // The first of the first half has failed: the two behind it are woken instead.
        assertThat(scheduler.unparked).hasSize(3).contains(scheduler.came.get(1));
    }

    private static void leave(Map<Thread, WaitList.Sleeper> sleepers, Thread thread) {
        requireNonNull(sleepers.get(thread)).leave();
    }

    private Map<Thread, WaitList.Sleeper> sleepers(int count) {
        Map<Thread, WaitList.Sleeper> sleepers = new HashMap<>();
        for (int i = 0; i < count; i++) {
            WaitList.Sleeper sleeper = list.enlistSleeper();
            sleepers.put(scheduler.came.get(i), sleeper);
        }
        return sleepers;
    }

    /** A scheduler with threads that are never started; it records which were unparked. */
    private static final class UnparkedThreads extends MachineScheduler {
        private final List<Thread> came = new ArrayList<>();
        private final Deque<Thread> unparked = new ArrayDeque<>();
        private @Nullable Thread failing;

        private void forget() {
            came.clear();
            unparked.clear();
        }

        @Override
        public Thread current() {
            Thread thread = new Thread("sleeper " + came.size()); // owns threads: never started
            came.add(thread);
            return thread;
        }

        @Override
        public void unpark(@Nullable Thread thread) {
            if (thread == failing) throw new AssertionError("on purpose");
            if (thread != null) unparked.add(thread);
        }
    }
}
