// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * What is measured of every mode.
 *
 * @param workload what clients do
 * @param clients client threads
 */
public record Cell(Workload workload, int clients) {
    @Override
    public String toString() {
        return workload + ", " + clients + (clients == 1 ? " client" : " clients");
    }
}
