// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes one segment file, from its beginning to its end: an offset in the file is a position in
 * the journal. It is a segment only once it is {@link #finish finished}.
 */
final class SegmentFile implements Closeable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final FileChannel channel;
    private final int version;
    private final long id;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    /** Where the next entry would begin. */
    private int end = SegmentFormat.ENTRIES_OFFSET;

    private int written;
    private long fillers;

    /**
     * Begins a segment.
     *
     * @param channel an empty file, which this closes
     */
    SegmentFile(FileChannel channel, int version, long id) {
        this.channel = channel;
        this.version = version;
        this.id = id;
        SegmentFormat.putHeader(buffer, version, id);
        buffer.putLong(0); // the marker: where the section ends is known last
    }

    /**
     * Writes an entry, and fills the hole before it, if there is one.
     *
     * @param entry the mutation, from position to limit
     * @throws IOException also if no segment of Cassandra's has such an entry in such a place
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
                "the entry at %d of segment %d, of %d bytes and %d behind the one before it, is none of Cassandra's"
                        .formatted(startOffset, id, bytes, hole));
    }

    private void append(ByteBuffer mutation) throws IOException {
        int bytes = mutation.remaining();
        makeRoom();
        SegmentFormat.putPrefix(buffer, bytes);
        put(mutation.duplicate());
        makeRoom();
        SegmentFormat.putSuffix(buffer, mutation);
        end += bytes + SegmentFormat.ENTRY_OVERHEAD;
    }

    private void put(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            makeRoom();
            int bytes = Math.min(source.remaining(), buffer.remaining());
            buffer.put(source.slice(source.position(), bytes));
            source.position(source.position() + bytes);
        }
    }

    /** For what stands before or behind a mutation. */
    private void makeRoom() throws IOException {
        if (buffer.remaining() < SegmentFormat.ENTRY_OVERHEAD) flush();
    }

    private void flush() throws IOException {
        buffer.flip();
        written += buffer.limit();
        write(written - buffer.limit());
        buffer.clear();
    }

    private void write(int offset) throws IOException {
        try {
            while (buffer.hasRemaining()) channel.write(buffer, offset + buffer.position());
        } catch (IOException e) {
            throw new IOException(
                    "cannot write the file of segment " + id + ": " + e.getMessage(), e);
        }
    }

    /** Ends the segment. When this returns, what is in the file would survive a loss of power. */
    void finish() throws IOException {
        flush();
        if (written != end)
            throw new IllegalStateException(
                    "segment " + id + " ends at " + written + ", not at " + end);
        SegmentFormat.putMarker(buffer, id, end);
        buffer.flip();
        write(SegmentFormat.MARKER_OFFSET);
        channel.force(true);
    }

    long id() {
        return id;
    }

    String name() {
        return SegmentFormat.fileName(version, id);
    }

    /** The bytes of the file, once it is finished. */
    int bytes() {
        return end;
    }

    /** How many fillers it has. */
    long fillers() {
        return fillers;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
