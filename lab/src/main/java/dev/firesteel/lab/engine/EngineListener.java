// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

/** Receives the progress of a comparison. */
public interface EngineListener {
    /**
     * Called before a measurement begins.
     *
     * @param step its number, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Peer peer, EngineCell cell);

    /** Called once a measurement is done. */
    void measured(EngineMeasurement measurement);

    /**
     * Called when a peer has no figures, or no further ones, in this run.
     *
     * @param measurements the number of measurements that are left out with it
     */
    void leftOut(Peer peer, String why, int measurements);
}
