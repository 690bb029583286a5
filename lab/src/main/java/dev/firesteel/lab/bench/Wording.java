// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/** How a figure is spoken of: faster is not the same as longer. */
public interface Wording {
    /** What it is if it is above the other's. */
    String above();

    /** What it is if it is below the other's. */
    String below();
}
