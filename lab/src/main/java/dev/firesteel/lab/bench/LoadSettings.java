// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.List;

/**
 * Settings of the clients' load, the same for every mode.
 *
 * @param workloads each is measured with each number of clients
 * @param clients numbers of client threads
 * @param seconds duration of a measurement
 * @param warmUpSeconds duration of the load on a node before the first measurement
 * @param open 0: no open loop; up to 1: an open loop at this part of the closed loop's rate; above:
 *     at this rate in operations a second
 * @param records rows loaded before a workload that does not only insert
 * @param fieldCount columns of a row beside its key
 * @param fieldLength characters of a column
 */
public record LoadSettings(
        List<Workload> workloads,
        List<Integer> clients,
        int seconds,
        int warmUpSeconds,
        double open,
        int records,
        int fieldCount,
        int fieldLength) {
    public LoadSettings {
        workloads = workloads.stream().distinct().toList();
        clients = clients.stream().distinct().toList();
        if (clients.isEmpty() || clients.stream().anyMatch(count -> count < 1))
            throw new IllegalArgumentException(
                    "--clients must be numbers of 1 or more: " + clients);
        if (workloads.isEmpty()) throw new IllegalArgumentException("--workload names none");
        requirePositive("--seconds", seconds);
        requirePositive("--warm-up", warmUpSeconds);
        requirePositive("--records", records);
        RowSize.require(fieldCount, fieldLength);
        if (!(open >= 0 && Double.isFinite(open)))
            throw new IllegalArgumentException(
                    "--open must be a part of the rate such as 0.7, or operations a second, not "
                            + open);
        if (open > 0 && workloads.stream().anyMatch(Workload::hasPairs))
            throw new IllegalArgumentException(
                    "--open does not work with workload f: some of its operations are a read and an"
                            + " update, and the rate would apply to the read alone");
    }

    /** Returns the size of rows. */
    RowSize row() {
        return new RowSize(fieldCount, fieldLength);
    }

    /** Returns the number of measurements of one mode in one round, without open loops. */
    public int cells() {
        return workloads.size() * clients.size();
    }

    /** Returns the duration of the load on one node in seconds. */
    int nodeSeconds() {
        int loops = open > 0 ? 2 : 1;
        return warmUpSeconds + clients.size() * loops * (adjustSeconds() + seconds);
    }

    /** Returns the seconds of load at a new number of clients or rate before a measurement. */
    int adjustSeconds() {
        return seconds / 2 + 1;
    }

    /** Returns the open loop's rate after a closed loop with the given rate; 0 for none. */
    double openRate(double closedRate) {
        return open <= 1 ? open * closedRate : open;
    }

    private static void requirePositive(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }
}
