// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** A simulated drive that a trace is replayed on. */
interface Drive {
    /** Writes consecutive pages. */
    void write(int first, int pages, int stream);

    /** Marks the content of consecutive pages as no longer needed. */
    void trim(int first, int pages);

    /** Returns the number of pages that the host has written. */
    long hostWrites();

    /** Returns the number of pages moved. */
    long moves();

    /** Returns the number of erases of each block. */
    int[] erases();
}
