// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/** Told how far long work is. Called about once a second, by one thread at a time. */
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress SILENT = (done, of, perSecond) -> {};

    /**
     * Takes note.
     *
     * @param done how many operations were done
     * @param of how many there are to do; 0 if nobody knows
     * @param perSecond the rate since the last call
     */
    void reached(long done, long of, double perSecond);

    /**
     * The same, with how long operations took.
     *
     * @param p99Micros their 99th percentile since the last call, in microseconds; 0 if none has
     *     succeeded
     */
    default void reached(long done, long of, double perSecond, double p99Micros) {
        reached(done, of, perSecond);
    }
}
