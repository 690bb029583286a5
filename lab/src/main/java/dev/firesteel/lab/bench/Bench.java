// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;

/** Measures modes side by side, until it is done or stopped. */
public interface Bench {
    /**
     * Measures everything, or what there is time for until {@link #stop}. Leaves no node running,
     * and no files of nodes except those of a node that failed.
     *
     * @throws IOException if it cannot go on; completed measurements are kept
     */
    void run() throws IOException, InterruptedException;

    /**
     * Interrupts the measurement in progress. May be called by any thread.
     *
     * @param running the thread that measures
     */
    void stop(Thread running);
}
