// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes one segment file sequentially: an offset in the file is a position in the journal. It is a
 * valid segment only once {@link #finish} has returned.
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
     * @throws IOException also if no segment of Cassandra's can have such an entry there
     */
    void entry(int startOffset, int endOffset, ByteBuffer entry) throws IOException {
        entries.entry(startOffset, endOffset, entry);
    }

    /** Ends the segment. When this returns, the file's content would survive a power failure. */
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

    /** Returns the bytes of the file, once it is finished. */
    int bytes() {
        return entries.end();
    }

    /** Returns the number of fillers in the file. */
    long fillers() {
        return entries.fillers();
    }

    @Override
    public void close() throws IOException {
        entries.close();
    }
}
