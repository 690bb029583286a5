// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

/**
 * What is measured once.
 *
 * @param workload what clients do
 * @param distribution how they choose rows
 * @param dataToMemory how large the rows are, over the memory that there is to keep them in
 * @param storage where they are
 */
public record MatrixCell(
        String workload, String distribution, double dataToMemory, String storage) {
    @Override
    public String toString() {
        return "workload %s, %s, data %s x memory, %s"
                .formatted(workload, distribution, dataToMemory, storage);
    }
}
