// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

/** Receives the progress of a matrix. */
public interface MatrixListener {
    /** Called about once a second while rows are loaded. */
    void loading(long rows, long of, double perSecond);

    /** Called once rows are loaded. */
    void loaded(long bytes);

    /**
     * Called before a node starts.
     *
     * @param step the number of the cell, from 1
     */
    void starting(int step, MatrixCell cell);

    /** Called about once a second while clients run, with the phase and the rate. */
    void working(String at, double perSecond);

    /** Called once a cell is measured and written. */
    void measured(MatrixResult result);
}
