// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

/**
 * Common terms of all cells. Figures with other terms are not comparable.
 *
 * @param mode the durability of an acknowledged write
 * @param memoryBytes a node's memory for caches, beyond its heap and its process
 * @param heapBytes its heap
 * @param fieldCount columns of a row
 * @param fieldLength characters of a column
 * @param clients the number of concurrent clients, in a closed loop
 * @param warmUpSeconds duration of cache warm-up before
 * @param seconds duration of the measurement
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
