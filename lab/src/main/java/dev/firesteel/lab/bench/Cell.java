// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * A workload, a number of clients and the node's drives, measured for every mode.
 *
 * @param workload the clients' operations
 * @param clients the number of client threads
 * @param placement the node's drives
 */
public record Cell(Workload workload, int clients, Placement placement) {
    /** Returns a number of clients in words. */
    static String clients(int number) {
        return number + (number == 1 ? " client" : " clients");
    }

    @Override
    public String toString() {
        return workload + ", " + clients(clients) + placement;
    }
}
