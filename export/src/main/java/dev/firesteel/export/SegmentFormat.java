// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The format of a segment file of a stock commit log that is neither compressed nor encrypted. All
 * integers are big-endian; checksums are CRC-32.
 *
 * <pre>
 *   0         4            12           14     16         20         24         28
 *   +---------+------------+------------+------+----------+----------+----------+-- ~ --+
 *   | version | identifier | 2 (length) | "{}" | checksum | end      | checksum | entries
 *   +---------+------------+------------+------+----------+----------+----------+-- ~ --+
 *   | header                                              | sync marker         |
 *
 *   an entry:  | bytes | checksum of that | the mutation | checksum of both |
 *                4       4                  bytes          4
 * </pre>
 *
 * The marker holds the end of the section that it begins. With one section, that is the end of the
 * file. A reader stops for good at anything that is not an entry, so a section has no holes: see
 * {@link Filler}.
 */
public final class SegmentFormat {
    /** The version that Cassandra 4.0 writes, and 5.0 in its compatibility mode. */
    static final int OLDEST_VERSION = 7;

    /** The version that Cassandra 5.0 writes otherwise. */
    static final int NEWEST_VERSION = 8;

    /** The offset of the sync marker. */
    static final int MARKER_OFFSET = 20;

    /** The offset of the first entry. */
    static final int ENTRIES_OFFSET = 28;

    /** The bytes of an entry beyond its mutation. */
    static final int ENTRY_OVERHEAD = 12;

    /**
     * The bytes of the smallest mutation: the number of changes (at least 1 byte) and a table
     * identifier.
     */
    static final int SMALLEST_MUTATION = 17;

    /** The name of a segment file. The version comes first; the oldest files have none. */
    private static final Pattern SEGMENT = Pattern.compile("CommitLog-(?:\\d+-)?(\\d+)\\.log");

    private static final byte[] NO_PARAMETERS = "{}".getBytes(StandardCharsets.US_ASCII);

    private SegmentFormat() {}

    /** Returns Cassandra's name for the file of a segment. */
    public static String fileName(int version, long id) {
        return "CommitLog-" + version + "-" + id + ".log";
    }

    /** Returns whether Cassandra treats a file of that name as a segment. */
    static boolean isSegment(String fileName) {
        return SEGMENT.matcher(fileName).matches();
    }

    /** Returns the identifier in the name of a segment's file. */
    static long id(String fileName) {
        Matcher name = SEGMENT.matcher(fileName);
        if (!name.matches()) throw new IllegalArgumentException(fileName + " names no segment");
        return Long.parseLong(name.group(1));
    }

    /** Returns the header of a file. A file with only a header is a segment without entries. */
    public static byte[] header(int version, long id) {
        ByteBuffer header = ByteBuffer.allocate(MARKER_OFFSET);
        putHeader(header, version, id);
        return header.array();
    }

    static void putHeader(ByteBuffer target, int version, long id) {
        target.putInt(version).putLong(id);
        target.putShort((short) NO_PARAMETERS.length).put(NO_PARAMETERS);
        CRC32 checksum = new CRC32();
        update(checksum, version);
        updateWithIdentifier(checksum, id);
        update(checksum, NO_PARAMETERS.length);
        checksum.update(NO_PARAMETERS);
        target.putInt((int) checksum.getValue());
    }

    /** Returns the header and sync marker of a file whose only section ends at {@code end}. */
    static ByteBuffer beginning(int version, long id, int end) {
        ByteBuffer beginning = ByteBuffer.allocate(ENTRIES_OFFSET);
        putHeader(beginning, version, id);
        CRC32 checksum = new CRC32();
        updateWithIdentifier(checksum, id);
        update(checksum, MARKER_OFFSET);
        return beginning.putInt(end).putInt((int) checksum.getValue()).flip();
    }

    /**
     * Returns the maximum end of a section that holds the entries of a segment of the journal.
     *
     * @param segmentBytes the size of the segment in the journal, where an entry has a length of 4
     *     bytes before it
     */
    static int largestEnd(long segmentBytes) {
        int smallest = SMALLEST_MUTATION + Integer.BYTES;
        long entries = segmentBytes / smallest;
        return (int)
                Math.min(
                        Integer.MAX_VALUE,
                        ENTRIES_OFFSET + segmentBytes + entries * (ENTRY_OVERHEAD - Integer.BYTES));
    }

    /** Writes the fields before a mutation. */
    static void putPrefix(ByteBuffer target, int mutationBytes) {
        CRC32 checksum = new CRC32();
        update(checksum, mutationBytes);
        target.putInt(mutationBytes).putInt((int) checksum.getValue());
    }

    /** Writes the checksum after a mutation, which runs from position to limit. */
    static void putSuffix(ByteBuffer target, ByteBuffer mutation) {
        CRC32 checksum = new CRC32();
        update(checksum, mutation.remaining());
        checksum.update(mutation.duplicate());
        target.putInt((int) checksum.getValue());
    }

    /** Returns whether the bytes are an intact entry with a mutation of this size. */
    static boolean isEntry(ByteBuffer bytes, int mutationBytes) {
        if (bytes.remaining() != mutationBytes + ENTRY_OVERHEAD) return false;
        ByteBuffer expected = ByteBuffer.allocate(ENTRY_OVERHEAD);
        putPrefix(expected, mutationBytes);
        int prefix = expected.position();
        ByteBuffer mutation = bytes.slice(bytes.position() + prefix, mutationBytes);
        putSuffix(expected, mutation);
        expected.flip();
        return bytes.slice(bytes.position(), prefix).equals(expected.slice(0, prefix))
                && bytes.slice(bytes.limit() - Integer.BYTES, Integer.BYTES)
                        .equals(expected.slice(prefix, Integer.BYTES));
    }

    /** Adds an identifier to a checksum. Only here, the lower half comes first. */
    private static void updateWithIdentifier(CRC32 checksum, long id) {
        update(checksum, (int) id);
        update(checksum, (int) (id >>> 32));
    }

    private static void update(CRC32 checksum, int word) {
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(word).flip());
    }
}
