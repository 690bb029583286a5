// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.Machine;

/**
 * Where figures come from: those of different origin are not to stand beside each other.
 *
 * @param cassandra its release
 * @param machine where it was measured
 * @param terms what all cells have in common
 */
record MatrixOrigin(String cassandra, Machine machine, MatrixTerms terms) {
    @Override
    public String toString() {
        return "Cassandra %s, %s, %s".formatted(cassandra, machine, terms);
    }
}
