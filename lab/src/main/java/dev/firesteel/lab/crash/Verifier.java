// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares rows with a ledger. Call {@link #scanned} for each row of a full scan, then {@link
 * #end}, which judges the keys without a row.
 *
 * <p>Not safe for use by several threads.
 */
final class Verifier {
    private static final int MAX_FINDINGS = 20;

    private final LedgerState state;
    private final RowContent content;
    private final long[] read;
    private final BitSet seen;
    private final List<String> findings = new ArrayList<>();
    private long rows;
    private long lost;
    private long gone;
    private long phantom;
    private long corrupted;

    Verifier(LedgerState state, LedgerShape shape) {
        this.state = state;
        this.content = new RowContent(shape);
        this.read = new long[state.keys()];
        this.seen = new BitSet(state.keys());
    }

    /** Judges a row of the full scan. */
    void scanned(LedgerRow row) {
        rows++;
        if (!isKey(row.key())) {
            phantom++;
            note("phantom", row.key(), row.seq());
            return;
        }
        int key = (int) row.key();
        if (seen.get(key)) twice(row);
        else judge(key, row);
    }

    /** Judges a row that a scan has returned before. */
    void twice(LedgerRow row) {
        corrupted("row comes twice", row.key(), row.seq());
    }

    /**
     * Judges the rows of a key in a scan of all replicas. Each must have what was settled, and what
     * all have acknowledged. A quorum of them must have what was acknowledged or seen since then:
     * the row judged is the oldest of the newest rows of a quorum. For three replicas this is the
     * row in the middle.
     *
     * @param rows a row of each replica, with the same key; null for none
     */
    void scanned(List<@Nullable LedgerRow> rows) {
        List<LedgerRow> present = new ArrayList<>();
        for (LedgerRow each : rows) if (each != null) present.add(each);
        present.sort(Comparator.comparingLong(LedgerRow::seq));
        int without = rows.size() - present.size();
        int quorum = rows.size() / 2 + 1;
        int index = rows.size() - quorum - without;
        LedgerRow judged = index < 0 ? null : present.get(index);
        long key = present.get(0).key();
        if (isKey(key)) {
            long oldest = without > 0 ? 0 : present.get(0).seq();
            long read = judged == null ? 0 : judged.seq();
            boolean isKept = state.judge(key, read) != KeyVerdict.LOST;
            if (oldest < state.everywhere((int) key) && isKept) {
                lost++;
                note("lost on a replica", key, oldest);
            }
            for (LedgerRow each : present)
                if (!each.equals(judged) && !isWhole(each))
                    corrupted("content differs on a replica", key, each.seq());
        }
        if (judged != null) scanned(judged);
    }

    private boolean isKey(long key) {
        return key >= 0 && key < state.keys();
    }

    private boolean isWhole(LedgerRow row) {
        return row.seq() >= 1 && content.matches(row);
    }

    private void judge(int key, LedgerRow row) {
        seen.set(key);
        read[key] = row.seq();
        if (!isWhole(row)) corrupted("content differs", key, row.seq());
        else count(key, row.seq());
    }

    /** Compares a row read by key after the scan with the row of the scan. */
    void readByKey(int key, Optional<LedgerRow> row) {
        long seq = row.map(LedgerRow::seq).orElse(0L);
        if (seq != read[key])
            corrupted("scan returned " + read[key] + ", read by key returned", key, seq);
        else if (row.isPresent() && seq > 0 && !content.matches(row.get()))
            corrupted("content differs in read by key", key, seq);
    }

    /** Ends the scan: judges the keys without a row, and returns the verdict. */
    Verdict end() {
        for (int key = seen.nextClearBit(0); key < state.keys(); key = seen.nextClearBit(key + 1))
            count(key, 0);
        return soFar();
    }

    /** Returns the verdict on the rows read so far. Missing rows are not judged. */
    Verdict soFar() {
        return Verdict.ofRows(rows, lost, gone, phantom, corrupted, List.copyOf(findings));
    }

    /** Settles each key with the value read. Call after {@link #end}. */
    void settle() {
        for (int key = 0; key < read.length; key++) state.settle(key, Math.max(0, read[key]));
    }

    private void count(int key, long seq) {
        boolean isSeenAndGone = state.isSeenAndGone(key, seq);
        if (isSeenAndGone) gone++;
        switch (state.judge(key, seq)) {
            case KEPT -> {
                if (isSeenAndGone) note("seen and gone", key, seq);
            }
            case LOST -> {
                lost++;
                note("lost", key, seq);
            }
            case PHANTOM -> {
                phantom++;
                note("phantom", key, seq);
            }
        }
    }

    private void corrupted(String how, long key, long seq) {
        corrupted++;
        note("corrupted (" + how + ")", key, seq);
    }

    private void note(String what, long key, long seq) {
        if (findings.size() < MAX_FINDINGS)
            findings.add(what + ": key " + key + ", read " + seq + ", " + state.describe(key));
    }
}
