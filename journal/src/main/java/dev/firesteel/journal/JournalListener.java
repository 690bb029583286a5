// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * What a journal tells its owner. Calls come from the journal's own threads, in the order in which
 * things happened, and must return quickly: an append may be waiting behind them.
 */
public interface JournalListener {
    /** Appends go to a new segment now. The one before, if any, gets no more. */
    default void segmentOpened(long segmentId) {}

    /** Every entry of a segment that gets no more is durable: it may be released. */
    default void segmentClosed(long segmentId) {}

    /**
     * A record became durable.
     *
     * @param nanos how long its write took
     * @param bytes how much was written, padding included
     */
    default void recordWritten(long nanos, int bytes) {}

    /** All appends of a durable record have been settled. */
    default void recordSettled() {}

    /**
     * Something was written to the device.
     *
     * @param offset where on the device
     * @param bytes how much
     */
    default void written(long offset, int bytes) {}

    /** A write failed. The journal takes no more appends. Told once. */
    default void failed(JournalFailedException failure) {}

    /** A listener that ignores everything. */
    static JournalListener none() {
        return new JournalListener() {};
    }
}
