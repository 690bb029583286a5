// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The file of a segment for change data capture (CDC), with its index. It grows with the segment.
 * The index holds the offset up to which consumers may read, and finally marks the segment as
 * completed.
 *
 * <p>Published content never changes: an existing file is continued behind it. A consumer that
 * reads past the index finds an entry of length zero, and stops.
 */
public final class CdcFile implements Closeable {
    private static final String COMPLETED = "COMPLETED";
    private static final Pattern INDEX = Pattern.compile("(\\d{1,9})(?:\\n(" + COMPLETED + ")?)?");

    private final int version;
    private final long id;
    private final long segmentBytes;
    private final int largestEnd;
    private final Path indexPath;
    private final EntryWriter entries;
    private @Nullable FileChannel index;

    /** The offset last published in the index. */
    private int told;

    /**
     * Opens the file, new or existing.
     *
     * @param directory an existing directory
     * @param segmentBytes the size of the segment in the journal
     */
    CdcFile(Path directory, int version, long id, long segmentBytes) throws IOException {
        this.version = version;
        this.id = id;
        this.segmentBytes = segmentBytes;
        largestEnd = SegmentFormat.largestEnd(segmentBytes);
        indexPath = index(directory, version, id);
        told = read(indexPath).bytes;
        entries = EntryWriter.behind(open(file(directory, version, id)), id, told);
        boolean isGood = false;
        try {
            begin();
            SegmentDirectory.force(directory);
            isGood = true;
        } finally {
            if (!isGood) entries.close();
        }
    }

    /**
     * Gives the file its maximum size, as a stock segment has: the end of its section does not move
     * while consumers read. The unwritten part is a hole and takes no space.
     */
    private void begin() throws IOException {
        entries.write(ByteBuffer.allocate(1), largestEnd);
        entries.write(SegmentFormat.beginning(version, id, largestEnd), 0);
    }

    private static FileChannel open(Path path) throws IOException {
        // As for Cassandra's own files, the umask sets the permissions.
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    static Path file(Path directory, int version, long id) {
        return directory.resolve(SegmentFormat.fileName(version, id));
    }

    static Path index(Path directory, int version, long id) {
        return index(file(directory, version, id));
    }

    /** Returns the index of a file. */
    static Path index(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - ".log".length()) + "_cdc.idx");
    }

    /** The content of an index. */
    record Index(int bytes, boolean isCompleted) {}

    /** Reads an index. A missing or truncated one counts as empty. */
    static Index read(Path index) throws IOException {
        try {
            Matcher text = INDEX.matcher(Files.readString(index, StandardCharsets.US_ASCII));
            if (text.matches())
                return new Index(Integer.parseInt(text.group(1)), text.group(2) != null);
        } catch (NoSuchFileException e) {
            // A consumer may have just deleted it.
        }
        return new Index(0, false);
    }

    /**
     * Writes an entry after the others.
     *
     * @param entry the mutation, from position to limit
     * @throws IOException also if no segment of Cassandra's can have such an entry there
     */
    public void entry(int startOffset, int endOffset, ByteBuffer entry) throws IOException {
        if (endOffset > largestEnd)
            throw new IOException(
                    "no segment of %d bytes extends to %d, as segment %d does"
                            .formatted(segmentBytes, endOffset, id));
        entries.entry(startOffset, endOffset, entry);
    }

    /**
     * Makes everything so far durable and then publishes it to consumers.
     *
     * @return whether anything was new
     */
    public boolean publish() throws IOException {
        if (entries.end() <= told) return false;
        entries.reveal();
        entries.force();
        told = entries.end();
        tell(text(told));
        return true;
    }

    /**
     * Marks the segment as completed. When this returns, the mark would survive a power failure.
     *
     * <p>Not to be called right after {@link #publish}: a consumer that pauses at an earlier offset
     * would treat it as the last one, and delete unread entries.
     */
    public void complete() throws IOException {
        publish();
        entries.write(SegmentFormat.beginning(version, id, told), 0);
        entries.force();
        tell(text(told) + "\n" + COMPLETED).force(true);
    }

    /**
     * Returns the offset at a fixed width. A file gets its bytes before its length, so a concurrent
     * reader would otherwise see a longer number without its last digit.
     */
    private static String text(int offset) {
        return String.format(Locale.ROOT, "%09d", offset); // the largest segment ends below 10^9
    }

    /**
     * Writes the index with one write, and never shorter than before, so readers never see a
     * partial index.
     */
    private FileChannel tell(String text) throws IOException {
        FileChannel channel = index;
        if (channel == null) index = channel = open(indexPath);
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) channel.write(bytes, bytes.position());
        channel.truncate(bytes.limit()); // of content that was not an index
        return channel;
    }

    @Override
    public void close() throws IOException {
        try (FileChannel closed = index) {
            entries.close();
        }
    }
}
