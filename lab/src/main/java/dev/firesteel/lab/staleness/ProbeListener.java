// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/** Receives the progress of a measurement of staleness. */
public interface ProbeListener {
    /** Called once a node is up. */
    void started(int nodes, int of);

    /** Called about once a second while clients run, or traces are read. */
    void working(String at, double perSecond);
}
