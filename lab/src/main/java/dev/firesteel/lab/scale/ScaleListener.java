// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/** Told how a measurement of clusters goes on. */
public interface ScaleListener {
    /**
     * A cluster is about to be started.
     *
     * @param step which one, from 1
     * @param round from 1
     */
    void starting(int step, int round, int nodes);

    /** A node of it is up. */
    void started(int nodes, int of);

    /** Told about once a second while clients are at work. */
    void working(String at, double perSecond);

    /** What came of a cluster. */
    void measured(ScalePoint point);
}
