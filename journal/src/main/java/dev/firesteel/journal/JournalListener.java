// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * Receives the events of a journal. Calls come from the journal's own threads, in the order of the
 * events. They must return quickly: an append may be waiting for them.
 */
public interface JournalListener {
    /** Called when appends go to a new segment. The one before, if any, gets no more. */
    default void segmentOpened(long segmentId) {}

    /** Called when a segment gets no more entries and all are durable: it may be released. */
    default void segmentClosed(long segmentId) {}

    /**
     * Called when a record became durable.
     *
     * @param nanos the duration of its write
     * @param bytes the bytes written, padding included
     */
    default void recordWritten(long nanos, int bytes) {}

    /** Called when all appends of a durable record have been settled. */
    default void recordSettled() {}

    /**
     * Called after a write to the device.
     *
     * @param offset the position on the device, in bytes
     * @param bytes the number of bytes written
     */
    default void written(long offset, int bytes) {}

    /** Called once, when a write failed. The journal takes no more appends. */
    default void failed(JournalFailedException failure) {}

    /** Returns a listener that ignores everything. */
    static JournalListener none() {
        return new JournalListener() {};
    }
}
