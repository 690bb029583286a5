// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/** Receives the progress of a comparison of replays. */
public interface ReplayListener {
    /**
     * Called before a node starts for the first time.
     *
     * @param step the number of the node, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Mode mode);

    /** Called about once a second while its log is filled. */
    void loading(long rows, long ofRows, double perSecond);

    /** Called once it was killed, before it starts again. */
    void replaying();

    /** Called once a measurement is done and written. */
    void measured(ReplayMeasurement measurement);
}
