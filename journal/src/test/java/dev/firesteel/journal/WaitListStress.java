// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Tests the visibility between sleepers of a {@link WaitList} and their wakers. */
public final class WaitListStress {
    private static final int SLEEPERS = 7;
    private static final int LEAVER = 0;

    private WaitListStress() {}

    /** A sleeper leaves just as it is to be woken: all sleepers behind it must still be woken. */
    @JCStressTest
    @Outcome(id = "6", expect = ACCEPTABLE, desc = "all the others are woken")
    @Outcome(expect = FORBIDDEN, desc = "somebody sleeps on")
    @State
    public static class Leaving {
        private final Sleepers scheduler = new Sleepers();
        private final WaitList list = new WaitList(scheduler);
        private final List<WaitList.Sleeper> sleepers = new ArrayList<>();

        public Leaving() {
            for (int i = 0; i < SLEEPERS; i++) sleepers.add(list.enlistSleeper());
        }

        @Actor
        public void waker() {
            list.wakeAll();
        }

        @Actor
        public void sleeper() {
            sleepers.get(LEAVER).leave();
        }

        @Arbiter
        public void rest(I_Result woken) {
            for (Thread next; (next = scheduler.unparked.poll()) != null; ) {
                int number = scheduler.came.indexOf(next);
                if (number == LEAVER) continue;
                woken.r1++;
                sleepers.get(number).leave();
            }
        }
    }

    /** A scheduler with threads that are never started; it records which were unparked. */
    private static final class Sleepers extends MachineScheduler {
        private final List<Thread> came = new ArrayList<>();
        private final Queue<Thread> unparked = new ConcurrentLinkedQueue<>();

        @Override
        public Thread current() {
            Thread thread = new Thread("sleeper " + came.size()); // owns threads: never started
            came.add(thread);
            return thread;
        }

        @Override
        public void unpark(@Nullable Thread thread) {
            if (thread != null) unparked.add(thread);
        }

        @Override
        public int wakesAtOnce() {
            return 0;
        }
    }
}
