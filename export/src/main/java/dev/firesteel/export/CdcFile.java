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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Objects;
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
    private final Path path;
    private final Path indexPath;
    private final EntryWriter entries;
    private final @Nullable Object key;
    private @Nullable FileChannel index;
    private @Nullable Object indexKey;

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
        path = file(directory, version, id);
        indexPath = index(path);
        told = published();
        entries = EntryWriter.behind(open(path), id, told);
        boolean isGood = false;
        try {
            key = key(path);
            begin();
            SegmentDirectory.force(directory);
            isGood = true;
        } finally {
            if (!isGood) entries.close();
        }
    }

    /**
     * Returns the offset in the index. An index without its file, or with a shorter one, publishes
     * what is not there: it is deleted.
     */
    private int published() throws IOException {
        int bytes = read(indexPath).bytes;
        if (bytes <= size(path)) return bytes;
        Files.deleteIfExists(indexPath);
        return 0;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** Returns what tells a file from another one of the same name; null if there is none. */
    private static @Nullable Object key(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Returns whether the file or its index was removed, replaced or truncated since: consumers
     * would not see what is written to them. A new {@code CdcFile} begins anew.
     */
    public boolean isLost() throws IOException {
        if (!Objects.equals(key, key(path)) || size(path) < told) return true;
        Object found = key(indexPath);
        return told > 0 && (found == null || (indexKey != null && !indexKey.equals(found)));
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
     *
     * @throws IllegalStateException if an entry is not published
     */
    public void complete() throws IOException {
        if (entries.end() > Math.max(told, SegmentFormat.ENTRIES_OFFSET))
            throw new IllegalStateException("segment " + id + " is published up to " + told);
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
        if (channel == null) {
            index = channel = open(indexPath);
            indexKey = key(indexPath);
        }
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
