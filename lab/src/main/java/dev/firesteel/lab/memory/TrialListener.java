// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/** Told what goes on while divisions of memory are tried. */
public interface TrialListener {
    /** Told about once a second while rows are loaded. */
    void loading(long rows, long of, double perSecond);

    /** The rows are there. */
    void loaded(long bytes);

    /** Told about once a second while clients are at work: at what, and how fast. */
    void working(String at, double perSecond);

    /** A node is measured now although its rate had not settled when it had been warmed up. */
    void unsettled();
}
