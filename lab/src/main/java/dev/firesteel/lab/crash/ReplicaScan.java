// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Scans the rows that a read at QUORUM returns at the least, whichever replicas it asks.
 *
 * <p>A read returns the newest row of those that answer. With the rows of a key in order of age,
 * the worst choice is the oldest ones, as many as a quorum, and the newest of these is returned. A
 * replica without a row has the oldest. For three replicas this is the row in the middle.
 */
final class ReplicaScan {
    /** A replica's own rows. */
    @FunctionalInterface
    interface Replica {
        /** Reads all rows of a range of {@link LedgerTable#RANGES}, from 0. */
        void scan(int range, Consumer<LedgerRow> consumer);
    }

    private final List<? extends Replica> replicas;

    ReplicaScan(List<? extends Replica> replicas) {
        this.replicas = replicas;
    }

    /** Passes on one row of each key that a quorum must have. */
    void scan(Consumer<LedgerRow> consumer) {
        for (int i = 0; i < LedgerTable.RANGES; i++) {
            Map<Long, List<LedgerRow>> rows = new TreeMap<>();
            for (Replica each : replicas)
                each.scan(
                        i,
                        row -> rows.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row));
            rows.values().forEach(ofKey -> pass(ofKey, consumer));
        }
    }

    private void pass(List<LedgerRow> rows, Consumer<LedgerRow> consumer) {
        rows.sort(Comparator.comparingLong(LedgerRow::seq));
        int quorum = replicas.size() / 2 + 1;
        int without = replicas.size() - rows.size();
        if (without < 0) rows.forEach(consumer); // a replica returned a key twice
        else if (without < quorum) consumer.accept(rows.get(quorum - 1 - without));
    }
}
