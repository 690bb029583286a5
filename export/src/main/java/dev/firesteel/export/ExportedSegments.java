// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks that segment files match an export of the journal being read: each entry at its position
 * in the journal, a filler in each hole, and nothing after them. An entry's content is checked by
 * its length and checksums alone, so an encrypted journal needs no key.
 */
public final class ExportedSegments implements ReplayHandler, Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path directory;
    private @Nullable String flaw;
    private @Nullable FileChannel channel;
    private String name = "";
    private int version;
    private long id;

    /** The offset of the next entry. */
    private int end;

    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    /**
     * Starts without any file.
     *
     * @param directory the directory of the files, under the names that an export gives them
     */
    public ExportedSegments(Path directory) {
        this.directory = directory;
    }

    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        if (flaw != null) return;
        String wanted = SegmentFormat.fileName(segment.contentVersion(), segment.id());
        if (!wanted.equals(name)) {
            finishFile();
            open(segment, wanted);
        }
        while (end < startOffset) require(end + Filler.bytes(startOffset - end));
        require(endOffset);
    }

    private void open(SegmentInfo segment, String fileName) throws IOException {
        name = fileName;
        version = segment.contentVersion();
        id = segment.id();
        end = SegmentFormat.ENTRIES_OFFSET;
        try {
            channel = FileChannel.open(directory.resolve(name));
        } catch (NoSuchFileException e) {
            found("there is no " + directory.resolve(name));
        }
    }

    /** Checks an entry that begins at the end of the last one. */
    private void require(int entryEnd) throws IOException {
        int bytes = entryEnd - end;
        if (flaw == null
                && !(has(end, bytes)
                        && SegmentFormat.isEntry(buffer, bytes - SegmentFormat.ENTRY_OVERHEAD)))
            found(
                    "%s differs from the export, from byte %d on"
                            .formatted(directory.resolve(name), end));
        end = entryEnd;
    }

    /** Returns whether the file has these bytes, and reads them into the buffer. */
    private boolean has(int offset, int bytes) throws IOException {
        FileChannel open = channel;
        if (open == null) return false;
        if (buffer.capacity() < bytes) buffer = ByteBuffer.allocate(bytes);
        buffer.clear().limit(bytes);
        while (buffer.hasRemaining())
            if (open.read(buffer, offset + (long) buffer.position()) < 0) return false;
        buffer.flip();
        return true;
    }

    /**
     * Checks the header and sync marker, which holds the end of the entries, and the file's length.
     */
    private void finishFile() throws IOException {
        FileChannel open = channel;
        if (open == null) return;
        boolean isBegun =
                has(0, SegmentFormat.ENTRIES_OFFSET)
                        && buffer.equals(SegmentFormat.beginning(version, id, end));
        if (flaw == null && !(isBegun && open.size() == end))
            found(
                    "%s differs from the export, in its beginning or its length"
                            .formatted(directory.resolve(name)));
        close();
    }

    private void found(String text) {
        if (flaw == null) flaw = text;
    }

    /** Counts damage as a flaw: unreadable parts of the journal cannot be compared. */
    @Override
    public void damage(Damage damage) {
        found("the journal is damaged: " + damage.description());
    }

    /** Returns the first flaw as text, once the journal has been read; empty if there is none. */
    public Optional<String> flaw() throws IOException {
        finishFile();
        return Optional.ofNullable(flaw);
    }

    /** Closes the last file. */
    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) open.close();
    }
}
