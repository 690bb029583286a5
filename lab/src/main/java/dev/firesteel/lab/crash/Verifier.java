// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

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
        if (row.key() < 0 || row.key() >= state.keys()) {
            phantom++;
            note("phantom", row.key(), row.seq());
            return;
        }
        int key = (int) row.key();
        if (seen.get(key)) corrupted("row comes twice", key, row.seq());
        else judge(key, row);
    }

    private void judge(int key, LedgerRow row) {
        seen.set(key);
        read[key] = row.seq();
        if (row.seq() < 1 || !content.matches(row)) corrupted("content differs", key, row.seq());
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
        return new Verdict(rows, lost, gone, phantom, corrupted, List.copyOf(findings));
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

    private void corrupted(String how, int key, long seq) {
        corrupted++;
        note("corrupted (" + how + ")", key, seq);
    }

    private void note(String what, long key, long seq) {
        if (findings.size() < MAX_FINDINGS)
            findings.add(what + ": key " + key + ", read " + seq + ", " + state.describe(key));
    }
}
