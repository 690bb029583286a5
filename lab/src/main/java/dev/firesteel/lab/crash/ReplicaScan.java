// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Scans the rows of several replicas, each of which returns its own. */
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

    /** Passes each key's rows to the verifier. Holds the rows of one range in memory. */
    void scan(Verifier verifier) {
        for (int i = 0; i < LedgerTable.RANGES; i++) {
            Map<Long, List<@Nullable LedgerRow>> rows = new TreeMap<>();
            for (int j = 0; j < replicas.size(); j++) {
                int replica = j;
                replicas.get(j).scan(i, row -> add(row, replica, rows, verifier));
            }
            rows.values().forEach(verifier::scanned);
        }
    }

    private void add(
            LedgerRow row,
            int replica,
            Map<Long, List<@Nullable LedgerRow>> rows,
            Verifier verifier) {
        List<@Nullable LedgerRow> ofKey =
                rows.computeIfAbsent(
                        row.key(),
                        key -> new ArrayList<>(Collections.nCopies(replicas.size(), null)));
        if (ofKey.set(replica, row) != null) verifier.twice(row);
    }
}
