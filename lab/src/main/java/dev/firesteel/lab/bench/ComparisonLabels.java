// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/** Adjectives for comparing a figure: faster is not the same as longer. */
public interface ComparisonLabels {
    /** Returns the adjective for a value above the other's. */
    String above();

    /** Returns the adjective for a value below the other's. */
    String below();
}
