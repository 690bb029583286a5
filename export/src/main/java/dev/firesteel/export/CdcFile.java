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
 * The file of a segment among those of change data capture, with its index. It grows while the
 * segment does; the index tells consumers up to which offset they may read, and at last that no
 * more will come.
 *
 * <p>What a consumer was told of stays as it is: where the file is there already, it goes on behind
 * that. Whoever reads on behind the index comes to an entry of no length, and stops.
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

    /** What consumers were told. */
    private int told;

    /**
     * Begins the file, or begins it anew.
     *
     * @param directory exists
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
     * The file has room for all that can come, as a stock segment has: the end of its section does
     * not move while consumers read. What is not written takes no room on the drive.
     */
    private void begin() throws IOException {
        entries.write(ByteBuffer.allocate(1), largestEnd);
        entries.write(SegmentFormat.beginning(version, id, largestEnd), 0);
    }

    private static FileChannel open(Path path) throws IOException {
        // As Cassandra makes its own: who may read them is for the umask to say.
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    static Path file(Path directory, int version, long id) {
        return directory.resolve(SegmentFormat.fileName(version, id));
    }

    static Path index(Path directory, int version, long id) {
        return index(file(directory, version, id));
    }

    /** The index of a file. */
    static Path index(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - ".log".length()) + "_cdc.idx");
    }

    /** What an index says. */
    record Index(int bytes, boolean isCompleted) {}

    /** An index that is not there, or was cut off, says nothing. */
    static Index read(Path index) throws IOException {
        try {
            Matcher text = INDEX.matcher(Files.readString(index, StandardCharsets.US_ASCII));
            if (text.matches())
                return new Index(Integer.parseInt(text.group(1)), text.group(2) != null);
        } catch (NoSuchFileException e) {
            // A consumer may have deleted it just now.
        }
        return new Index(0, false);
    }

    /**
     * Writes an entry behind the others.
     *
     * @param entry the mutation, from position to limit
     * @throws IOException also if no segment of Cassandra's has such an entry in such a place
     */
    public void entry(int startOffset, int endOffset, ByteBuffer entry) throws IOException {
        if (endOffset > largestEnd)
            throw new IOException(
                    "no segment of %d bytes reaches to %d, as segment %d does"
                            .formatted(segmentBytes, endOffset, id));
        entries.entry(startOffset, endOffset, entry);
    }

    /**
     * Tells consumers of everything so far, which would survive a loss of power.
     *
     * @return whether they did not know of it
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
     * Tells consumers that no more will come. When this returns, that would survive a loss of
     * power.
     *
     * <p>Not at once after {@link #publish}: who reads until there is no more, and pauses in
     * between, would take an earlier offset for the last one, and delete what it has not read.
     */
    public void complete() throws IOException {
        publish();
        entries.write(SegmentFormat.beginning(version, id, told), 0);
        entries.force();
        tell(text(told) + "\n" + COMPLETED).force(true);
    }

    /**
     * Always as long: a file gets its bytes before its length, so that who reads just then would
     * see a number that has gained a digit without its last one.
     */
    private static String text(int offset) {
        return String.format(Locale.ROOT, "%09d", offset); // the largest segment ends below 10^9
    }

    /** With one write, and never shorter than before: nobody sees half of it. */
    private FileChannel tell(String text) throws IOException {
        FileChannel channel = index;
        if (channel == null) index = channel = open(indexPath);
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) channel.write(bytes, bytes.position());
        channel.truncate(bytes.limit()); // of what was no index
        return channel;
    }

    @Override
    public void close() throws IOException {
        try (FileChannel closed = index) {
            entries.close();
        }
    }
}
