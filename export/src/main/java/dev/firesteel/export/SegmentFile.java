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
    private final EntryWriter entries;
    private final int version;
    private final long id;

    /**
     * Begins a segment.
     *
     * @param channel an empty file, which this closes
     */
    SegmentFile(FileChannel channel, int version, long id) {
        this.entries = EntryWriter.unseen(channel, id);
        this.version = version;
        this.id = id;
    }

    /**
     * Writes an entry, and fills the hole before it, if there is one.
     *
     * @param entry the mutation, from position to limit
     * @throws IOException also if no segment of Cassandra's has such an entry in such a place
     */
    void entry(int startOffset, int endOffset, ByteBuffer entry) throws IOException {
        entries.entry(startOffset, endOffset, entry);
    }

    /** Ends the segment. When this returns, what is in the file would survive a loss of power. */
    void finish() throws IOException {
        entries.flush();
        entries.write(SegmentFormat.beginning(version, id, entries.end()), 0);
        entries.force();
    }

    long id() {
        return id;
    }

    String name() {
        return SegmentFormat.fileName(version, id);
    }

    /** The bytes of the file, once it is finished. */
    int bytes() {
        return entries.end();
    }

    /** How many fillers it has. */
    long fillers() {
        return entries.fillers();
    }

    @Override
    public void close() throws IOException {
        entries.close();
    }
}
