// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes the entries of a segment file, each at the offset that is its position in the journal.
 *
 * <p>Readers stop for good at an entry of length zero. Everything from a given offset on can thus
 * be hidden from concurrent readers: the length of the first entry there is written last.
 */
final class EntryWriter implements Closeable {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int NOWHERE = -1;

    private final FileChannel channel;
    private final long id;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    /** The offset of the next entry. */
    private int end = SegmentFormat.ENTRIES_OFFSET;

    private int written = SegmentFormat.ENTRIES_OFFSET;
    private long fillers;

    private final int keptUpTo;
    private int hiddenFrom;
    private int hiddenAt = NOWHERE;
    private int hiddenLength;

    private EntryWriter(FileChannel channel, long id, int keptUpTo, int hiddenFrom) {
        this.channel = channel;
        this.id = id;
        this.keptUpTo = keptUpTo;
        this.hiddenFrom = hiddenFrom;
    }

    /**
     * Begins a file that is not read before it is complete.
     *
     * @param channel the file, which this closes
     * @param id the segment, for messages
     */
    static EntryWriter unseen(FileChannel channel, long id) {
        return new EntryWriter(channel, id, 0, Integer.MAX_VALUE);
    }

    /**
     * Begins with the first entry. Existing entries are not written again; entries after them are
     * hidden until {@link #reveal}.
     *
     * @param channel the file, which this closes
     * @param id the segment, for messages
     * @param keptUpTo the end of the existing entries; 0 if there are none
     */
    static EntryWriter behind(FileChannel channel, long id, int keptUpTo) {
        return new EntryWriter(channel, id, keptUpTo, keptUpTo);
    }

    /**
     * Writes an entry, and fills the hole before it, if there is one.
     *
     * @param entry the mutation, from position to limit
     * @throws IOException also if no segment of Cassandra's can have such an entry there
     */
    void entry(int startOffset, int endOffset, ByteBuffer entry) throws IOException {
        requireMutation(startOffset, endOffset, entry);
        while (end < startOffset) {
            int bytes = Filler.bytes(startOffset - end);
            append(Filler.mutation(bytes));
            fillers++;
        }
        append(entry);
    }

    private void requireMutation(int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        int hole = startOffset - end;
        int bytes = entry.remaining();
        boolean isHoleFillable = hole == 0 || hole >= Filler.SMALLEST_BYTES;
        boolean isPlacedAsInAFile = endOffset - startOffset == bytes + SegmentFormat.ENTRY_OVERHEAD;
        if (isHoleFillable && isPlacedAsInAFile && bytes >= SegmentFormat.SMALLEST_MUTATION) return;
        throw new IOException(
                ("the entry at %d of segment %d, of %d bytes and %d after the previous one, is not"
                                + " Cassandra's")
                        .formatted(startOffset, id, bytes, hole));
    }

    private void append(ByteBuffer mutation) throws IOException {
        int bytes = mutation.remaining();
        int next = end + bytes + SegmentFormat.ENTRY_OVERHEAD;
        if (next <= keptUpTo) {
            end = written = next;
            return;
        }
        makeRoom();
        int at = buffer.position();
        SegmentFormat.putPrefix(buffer, bytes);
        if (end >= hiddenFrom && hiddenAt == NOWHERE) {
            hiddenAt = end;
            hiddenLength = bytes;
            buffer.putInt(at, 0);
        }
        put(mutation.duplicate());
        makeRoom();
        SegmentFormat.putSuffix(buffer, mutation);
        end = next;
    }

    private void put(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            makeRoom();
            int bytes = Math.min(source.remaining(), buffer.remaining());
            buffer.put(source.slice(source.position(), bytes));
            source.position(source.position() + bytes);
        }
    }

    /** Makes room in the buffer for the fields before or after a mutation. */
    private void makeRoom() throws IOException {
        if (buffer.remaining() < SegmentFormat.ENTRY_OVERHEAD) drain();
    }

    /** Writes the buffer to the file, possibly in the middle of an entry. */
    private void drain() throws IOException {
        buffer.flip();
        write(buffer, written);
        written += buffer.limit();
        buffer.clear();
    }

    /** Writes everything so far to the file. */
    void flush() throws IOException {
        drain();
        if (written != end)
            throw new IllegalStateException(
                    "segment " + id + " ends at " + written + ", not at " + end);
    }

    /** Shows readers everything so far, and hides later entries. */
    void reveal() throws IOException {
        flush();
        if (hiddenAt != NOWHERE)
            write(ByteBuffer.allocate(Integer.BYTES).putInt(hiddenLength).flip(), hiddenAt);
        hiddenAt = NOWHERE;
        hiddenFrom = end;
    }

    /** Writes bytes that are not an entry. */
    void write(ByteBuffer bytes, long offset) throws IOException {
        try {
            while (bytes.hasRemaining()) channel.write(bytes, offset + bytes.position());
        } catch (IOException e) {
            throw new IOException(
                    "cannot write the file of segment " + id + ": " + e.getMessage(), e);
        }
    }

    /** Syncs the file. When this returns, everything written would survive a power failure. */
    void force() throws IOException {
        channel.force(true);
    }

    /** Returns the offset of the next entry. */
    int end() {
        return end;
    }

    /** Returns the number of entries that fill holes. */
    long fillers() {
        return fillers;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
