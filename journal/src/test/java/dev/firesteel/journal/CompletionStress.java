// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Who waits for a {@link Completion} is woken, and told how it went. */
public final class CompletionStress {
    private CompletionStress() {}

    /** What was done before is seen. */
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

    /** A failure is never taken for success. */
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
