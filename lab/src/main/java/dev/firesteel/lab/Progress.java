// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/** Receives the progress of long work. Called about once a second, by one thread at a time. */
@FunctionalInterface
public interface Progress {
    /** Ignores the progress. */
    Progress SILENT = (done, of, perSecond) -> {};

    /**
     * Receives the progress.
     *
     * @param done the number of operations done
     * @param of the total number of operations; 0 if unknown
     * @param perSecond the rate since the last call
     */
    void reached(long done, long of, double perSecond);

    /**
     * Receives the progress with latencies.
     *
     * @param p99Micros their 99th percentile since the last call, in microseconds; 0 if none has
     *     succeeded
     */
    default void reached(long done, long of, double perSecond, double p99Micros) {
        reached(done, of, perSecond);
    }
}
