// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * A workload and number of clients, measured for every mode.
 *
 * @param workload the clients' operations
 * @param clients the number of client threads
 */
public record Cell(Workload workload, int clients) {
    @Override
    public String toString() {
        return workload + ", " + clients + (clients == 1 ? " client" : " clients");
    }
}
