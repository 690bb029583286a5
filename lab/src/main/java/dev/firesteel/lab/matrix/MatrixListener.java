// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

/** Told how a matrix goes on. */
public interface MatrixListener {
    /** Told about once a second while rows are loaded. */
    void loading(long rows, long of, double perSecond);

    /** Rows are there. */
    void loaded(long bytes);

    /**
     * A node is about to start.
     *
     * @param step which cell, from 1
     */
    void starting(int step, MatrixCell cell);

    /** Told about once a second while clients are at work: at what, and how fast. */
    void working(String at, double perSecond);

    /** A cell is measured, and written. */
    void measured(MatrixResult result);
}
