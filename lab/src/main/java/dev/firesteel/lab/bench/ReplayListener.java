// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/** Told how a comparison of replays goes on. */
public interface ReplayListener {
    /**
     * A node is about to start for the first time.
     *
     * @param step which one, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Mode mode);

    /** Told about once a second while its log is filled. */
    void loading(long rows, long ofRows, double perSecond);

    /** It was killed, and is about to start again. */
    void replaying();

    /** A measurement is done, and written. */
    void measured(ReplayMeasurement measurement);
}
