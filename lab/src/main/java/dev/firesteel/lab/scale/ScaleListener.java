// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/** Receives the progress of a measurement of clusters. */
public interface ScaleListener {
    /**
     * Called before a cluster is started.
     *
     * @param step its number, from 1
     * @param round from 1
     * @param kind the kind of nodes; empty if there is only one
     */
    void starting(int step, int round, String kind, int nodes);

    /** Called once a node of it is up. */
    void started(int nodes, int of);

    /** Called about once a second while clients run. */
    void working(String at, double perSecond);

    /** Called with the result of a cluster. */
    void measured(ScalePoint point);
}
