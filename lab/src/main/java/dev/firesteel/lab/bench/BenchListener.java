// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/** Told how a comparison goes on. */
public interface BenchListener {
    /**
     * A node is about to start.
     *
     * @param step which one, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Mode mode, Workload workload);

    /** Told about once a second while clients are at work: at what, and how fast. */
    void working(String at, double perSecond);

    /** A measurement is done, and written. */
    void measured(Measurement measurement);
}
