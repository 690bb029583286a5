// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * A durable log of entries on a file or a raw block device: an append that returned is on flash.
 *
 * <p>Entries are opaque bytes. They live in segments; the owner releases a segment when it no
 * longer needs its entries, and gets every entry of every unreleased segment back on {@link
 * #replay} after a crash.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Journal implements Closeable {

    /**
     * Where an append was placed. Called before the entry can become durable, so before its segment
     * can close.
     */
    @FunctionalInterface
    public interface Placement {
        /**
         * Tells the place of an append.
         *
         * @param segmentId the segment
         * @param startOffset the logical offset at which the entry starts
         */
        void placed(long segmentId, int startOffset);
    }

    /**
     * Writes an empty journal. Refuses any device or file that is not blank; a missing file is
     * created and filled with zeros.
     */
    public static void format(Path device, JournalFormat format, FormatProgress progress)
            throws JournalException {
        throw new UnsupportedOperationException();
    }

    /** Told how far {@link #format} is. */
    @FunctionalInterface
    public interface FormatProgress {
        void written(long bytes, long ofBytes);
    }

    /**
     * Opens a journal for writing; nobody else can until {@link #close}. What it found unreleased
     * is in {@link #segments} and comes with {@link #replay}. Until {@link #endRecovery}, appends
     * may use the reserve.
     */
    public static Journal open(Path device, JournalOptions options, JournalListener listener)
            throws JournalException {
        throw new UnsupportedOperationException();
    }

    /**
     * Appends an entry and waits until it is durable. Returns its end position. Safe to call from
     * any number of threads.
     */
    public JournalPosition append(ByteBuffer entry, Placement placement)
            throws JournalFullException, JournalFailedException {
        throw new UnsupportedOperationException();
    }

    /** The largest entry that fits, in bytes. */
    public int maxEntryBytes() {
        throw new UnsupportedOperationException();
    }

    /**
     * At or above the end of every append that was placed before this call, and below the end of
     * every append that starts after it.
     */
    public JournalPosition position() {
        throw new UnsupportedOperationException();
    }

    /** Unreleased segments in the order of their identifiers; the last is the one appended to. */
    public List<SegmentInfo> segments() {
        throw new UnsupportedOperationException();
    }

    /** Whether {@link #open} found unreleased segments that hold, or may hold, entries. */
    public boolean hasEntriesToReplay() {
        throw new UnsupportedOperationException();
    }

    /**
     * Hands on every entry that {@link #open} found, oldest segment first. Can be repeated.
     * Releases nothing.
     */
    public ReplaySummary replay(ReplayHandler handler) throws java.io.IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Releases every segment that {@link #open} found, and gives the reserve back. Call it once
     * what was replayed is durable elsewhere.
     */
    public void endRecovery() throws JournalException {
        throw new UnsupportedOperationException();
    }

    /**
     * Moves on to a new segment whose identifier is above {@code floor}; waits (at most fullWait)
     * until appends go there.
     */
    public void roll(long floor) throws JournalException {
        throw new UnsupportedOperationException();
    }

    /** Gives a closed segment's space back. */
    public void release(long segmentId) throws JournalException {
        throw new UnsupportedOperationException();
    }

    /** How the journal stands. */
    public JournalStatus status() {
        throw new UnsupportedOperationException();
    }

    /** Waits for what is on its way, and lets go of the device. Appends after it fail. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
