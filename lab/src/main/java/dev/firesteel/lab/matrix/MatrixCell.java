// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

/**
 * One measurement of the matrix.
 *
 * @param workload the clients' operations
 * @param distribution the distribution of rows
 * @param dataToMemory size of the rows, relative to the memory for caches
 * @param storage the name of their storage
 */
public record MatrixCell(
        String workload, String distribution, double dataToMemory, String storage) {
    @Override
    public String toString() {
        return "workload %s, %s, data %s x memory, %s"
                .formatted(workload, distribution, dataToMemory, storage);
    }
}
