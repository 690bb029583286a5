// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

/**
 * What all cells have in common: figures of other terms are not to be beside them.
 *
 * @param mode what becomes of a write before it is acknowledged
 * @param memoryBytes what a node has for caches, beyond its heap and its process
 * @param heapBytes its heap
 * @param fieldCount columns of a row
 * @param fieldLength characters of a column
 * @param clients how many are at work at once, in a closed loop
 * @param warmUpSeconds how long caches are filled before
 * @param seconds how long it was measured
 */
public record MatrixTerms(
        String mode,
        long memoryBytes,
        long heapBytes,
        int fieldCount,
        int fieldLength,
        int clients,
        int warmUpSeconds,
        int seconds) {}
