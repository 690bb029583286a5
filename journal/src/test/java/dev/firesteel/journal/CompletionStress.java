// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Tests that a waiter of a {@link Completion} is woken and gets its outcome. */
public final class CompletionStress {
    private CompletionStress() {}

    /** Actions before the completion are visible to the waiter. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "done")
    @Outcome(expect = FORBIDDEN, desc = "told before it was done")
    @State
    public static class Done {
        private final Completion completion = new Completion(new StressScheduler());
        private int device;

        @Actor
        public void keeper() {
            device = 1;
            completion.complete();
        }

        @Actor
        public void owner(I_Result seen) {
            try {
                completion.await();
                seen.r1 = device;
            } catch (JournalException e) {
                seen.r1 = -1;
            }
        }
    }

    /** A failure never looks like a success. */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "told that it failed")
    @Outcome(expect = FORBIDDEN, desc = "told that it was done")
    @State
    public static class Failed {
        private final Completion completion = new Completion(new StressScheduler());

        @Actor
        public void keeper() {
            completion.fail(new JournalException("failed"));
        }

        @Actor
        public void owner(I_Result seen) {
            try {
                completion.await();
            } catch (JournalException e) {
                seen.r1 = -1;
            }
        }
    }
}
