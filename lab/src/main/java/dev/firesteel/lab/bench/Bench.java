// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;

/** Measures modes side by side, until it is done or stopped. */
public interface Bench {
    /**
     * Measures everything, or what there is time for until {@link #stop}. No node is left running,
     * and none of their files, but those of a node that failed.
     *
     * @throws IOException if it cannot go on; what was measured is there all the same
     */
    void run() throws IOException, InterruptedException;

    /**
     * Ends the measurement that is being made. May be called by any thread.
     *
     * @param running the thread that makes it
     */
    void stop(Thread running);
}
