// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Waits with a bound, and logs every {@link #STEP_SECONDS} what it waits for.
 *
 * @param log receives the messages
 */
record LoggedWait(Consumer<String> log) {
    static final long STEP_SECONDS = 10;

    /** Waits for a step. */
    @FunctionalInterface
    interface Step {
        /** Returns false if the time has passed before the end. */
        boolean await(long seconds) throws InterruptedException;
    }

    /**
     * Waits.
     *
     * @param patienceSeconds the maximum wait
     * @param what returns what it waits for, in words
     * @return false if the time has passed before the end
     */
    boolean await(Step step, long patienceSeconds, Supplier<String> what)
            throws InterruptedException {
        long waited = 0;
        while (waited < patienceSeconds) {
            long seconds = Math.min(STEP_SECONDS, patienceSeconds - waited);
            if (step.await(seconds)) return true;
            waited += seconds;
            log.accept(
                    "Waiting for %s: %d s of at most %d s have passed"
                            .formatted(what.get(), waited, patienceSeconds));
        }
        return false;
    }
}
