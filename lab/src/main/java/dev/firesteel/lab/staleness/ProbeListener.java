// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/** Told how a measurement of staleness goes on. */
public interface ProbeListener {
    /** A node is up. */
    void started(int nodes, int of);

    /** Told about once a second while clients are at work, or traces are read. */
    void working(String at, double perSecond);
}
