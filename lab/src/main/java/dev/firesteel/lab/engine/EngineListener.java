// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

/** Told how a comparison goes on. */
public interface EngineListener {
    /**
     * A measurement begins.
     *
     * @param step which one, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Peer peer, EngineCell cell);

    /** A measurement is done. */
    void measured(EngineMeasurement measurement);

    /** There are no figures of a peer, now or later in this run. */
    void leftOut(Peer peer, String why);
}
