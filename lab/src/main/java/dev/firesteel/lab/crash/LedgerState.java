// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.stream.IntStream;

/**
 * The possible values of each key. Sequence numbers start at 1 and rise by 1; 0 stands for no row.
 *
 * <p>One thread makes a run's attempts on a key, one after the other. When a run is over and the
 * key was read, the key is <em>settled</em>: the value read must stay. Attempts without a trace
 * must not appear later, because the clients and the node that could apply them are dead.
 *
 * <pre>
 *      settled   acknowledged   read                              judgement
 *   a  any       any            above attempted                   PHANTOM
 *   b  any       in this run    below acknowledged                LOST
 *   c  any       in this run    acknowledged to attempted         KEPT
 *   d  any       not            settled                           KEPT
 *   e  any       not            below settled                     LOST
 *   f  any       not            above settled, not of this run    PHANTOM
 *   g  any       not            of this run                       KEPT
 * </pre>
 *
 * <p>Lost values that a reader saw are judged separately: they need not have been acknowledged, nor
 * be of this run.
 *
 * <p>Threads may use different keys concurrently.
 */
final class LedgerState {
    /** The value read when the key was settled. */
    private final long[] settled;

    /** The last attempt before the key was settled. */
    private final long[] closed;

    /** The last acknowledgement since then, or 0. */
    private final long[] acknowledged;

    /** The last acknowledgement by all replicas since then, or 0. */
    private final long[] acknowledgedByAll;

    /** The last attempt of all. */
    private final long[] attempted;

    /** The newest value that a reader saw since the key was settled, or 0. */
    private final long[] seen;

    LedgerState(int keys) {
        settled = new long[keys];
        closed = new long[keys];
        acknowledged = new long[keys];
        acknowledgedByAll = new long[keys];
        attempted = new long[keys];
        seen = new long[keys];
    }

    int keys() {
        return attempted.length;
    }

    /** Returns the last attempt on a key, or 0. */
    long attempted(int key) {
        return attempted[key];
    }

    /** Returns the value read when the key was settled, or 0. */
    long settled(int key) {
        return settled[key];
    }

    /**
     * Returns the value that each replica has, or a newer one: the later of the value read when the
     * key was settled, and the last one that all replicas have acknowledged.
     */
    long everywhere(int key) {
        return Math.max(settled[key], acknowledgedByAll[key]);
    }

    /** Returns whether the key was attempted since it was settled. */
    boolean isOpen(int key) {
        return attempted[key] > closed[key];
    }

    /** Records an attempt. */
    void attempt(long key, long seq) throws LedgerException {
        requireKey(key);
        if (seq != attempted[(int) key] + 1)
            throw new LedgerException(
                    "Key " + key + ": attempt " + seq + " follows " + attempted[(int) key]);
        attempted[(int) key] = seq;
    }

    /** Records an acknowledgement. */
    void acknowledge(long key, long seq) throws LedgerException {
        requireKey(key);
        int index = (int) key;
        if (seq <= acknowledged[index] || seq <= closed[index] || seq > attempted[index])
            throw new LedgerException(
                    "Key %d: %d is acknowledged, but %d was, and the last attempt is %d"
                            .formatted(key, seq, acknowledged[index], attempted[index]));
        acknowledged[index] = seq;
    }

    /** Records an acknowledgement by all replicas. */
    void acknowledgeByAll(long key, long seq) throws LedgerException {
        acknowledge(key, seq);
        acknowledgedByAll[(int) key] = seq;
    }

    /** Records a value that a reader saw. Its attempt may be recorded later. */
    void see(long key, long seq) throws LedgerException {
        requireKey(key);
        seen[(int) key] = Math.max(seen[(int) key], seq);
    }

    /** Counts keys with a value seen that is newer than the acknowledged or settled one. */
    long seenUnacknowledged() {
        return IntStream.range(0, keys())
                .filter(key -> seen[key] > Math.max(acknowledged[key], settled[key]))
                .count();
    }

    /** Returns whether a reader saw a newer value of a key than the one read now; 0 for no row. */
    boolean isSeenAndGone(int key, long read) {
        return read < seen[key];
    }

    /** Judges the value read of any key; 0 for no row. */
    KeyVerdict judge(long key, long read) {
        if (key < 0 || key >= keys()) return KeyVerdict.PHANTOM;
        int index = (int) key;
        if (read > attempted[index] || read < 0) return KeyVerdict.PHANTOM;
        if (acknowledged[index] > 0)
            return read < acknowledged[index] ? KeyVerdict.LOST : KeyVerdict.KEPT;
        if (read < settled[index]) return KeyVerdict.LOST;
        return read == settled[index] || read > closed[index]
                ? KeyVerdict.KEPT
                : KeyVerdict.PHANTOM;
    }

    /** Settles a key at the end of a run with the value read; 0 for no row. */
    void settle(int key, long read) {
        restore(key, read, attempted[key]);
    }

    /** Restores a settled key of an earlier ledger. */
    void restore(int key, long read, long lastAttempt) {
        settled[key] = read;
        closed[key] = lastAttempt;
        attempted[key] = lastAttempt;
        acknowledged[key] = 0;
        acknowledgedByAll[key] = 0;
        seen[key] = 0;
    }

    /** Returns a key's state in words. */
    String describe(long key) {
        if (key < 0 || key >= keys()) return "which is none of " + keys() + " keys";
        int index = (int) key;
        return ("settled %d (last attempt then %d), seen %d, acknowledged by all %d,"
                        + " acknowledged %d, attempted %d")
                .formatted(
                        settled[index],
                        closed[index],
                        seen[index],
                        acknowledgedByAll[index],
                        acknowledged[index],
                        attempted[index]);
    }

    private void requireKey(long key) throws LedgerException {
        if (key < 0 || key >= keys())
            throw new LedgerException("Key " + key + " is not one of " + keys());
    }
}
