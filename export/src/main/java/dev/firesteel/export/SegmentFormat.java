// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Where things lie in a segment file of a stock commit log that is neither compressed nor
 * encrypted. All integers are big-endian; checksums are CRC-32.
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
 * The marker says where the section that it begins ends, and with one section that is the end of
 * the file. A reader stops for good at whatever is no entry, so a section has no holes: see {@link
 * Filler}.
 */
public final class SegmentFormat {
    /** The first that Cassandra 4.0 wrote, and what 5.0 writes to be compatible with it. */
    static final int OLDEST_VERSION = 7;

    /** What Cassandra 5.0 writes otherwise. */
    static final int NEWEST_VERSION = 8;

    /** Where the sync marker lies. */
    static final int MARKER_OFFSET = 20;

    /** Where the first entry begins. */
    static final int ENTRIES_OFFSET = 28;

    /** What an entry occupies beyond its mutation. */
    static final int ENTRY_OVERHEAD = 12;

    /** How many changes a mutation holds (a byte at least), and the table of the first one. */
    static final int SMALLEST_MUTATION = 17;

    /** The version, which the oldest files do not name, comes first. */
    private static final Pattern SEGMENT = Pattern.compile("CommitLog-(?:\\d+-)?(\\d+)\\.log");

    private static final byte[] NO_PARAMETERS = "{}".getBytes(StandardCharsets.US_ASCII);

    private SegmentFormat() {}

    /** What Cassandra calls the file of a segment. */
    public static String fileName(int version, long id) {
        return "CommitLog-" + version + "-" + id + ".log";
    }

    /** Whether Cassandra would take a file of that name for a segment. */
    static boolean isSegment(String fileName) {
        return SEGMENT.matcher(fileName).matches();
    }

    /** The identifier in the name of a segment's file. */
    static long id(String fileName) {
        Matcher name = SEGMENT.matcher(fileName);
        if (!name.matches()) throw new IllegalArgumentException(fileName + " names no segment");
        return Long.parseLong(name.group(1));
    }

    /** What a file begins with; a file of this alone is a segment without entries. */
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

    /** What stands before the entries of a file whose only section ends there. */
    static ByteBuffer beginning(int version, long id, int end) {
        ByteBuffer beginning = ByteBuffer.allocate(ENTRIES_OFFSET);
        putHeader(beginning, version, id);
        CRC32 checksum = new CRC32();
        updateWithIdentifier(checksum, id);
        update(checksum, MARKER_OFFSET);
        return beginning.putInt(end).putInt((int) checksum.getValue()).flip();
    }

    /**
     * Where the section ends at most that has the entries of a segment of the journal.
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

    /** What stands before a mutation. */
    static void putPrefix(ByteBuffer target, int mutationBytes) {
        CRC32 checksum = new CRC32();
        update(checksum, mutationBytes);
        target.putInt(mutationBytes).putInt((int) checksum.getValue());
    }

    /** What stands behind a mutation, which runs from position to limit. */
    static void putSuffix(ByteBuffer target, ByteBuffer mutation) {
        CRC32 checksum = new CRC32();
        update(checksum, mutation.remaining());
        checksum.update(mutation.duplicate());
        target.putInt((int) checksum.getValue());
    }

    /** Whether bytes are those of an entry whose mutation is so long, and whole. */
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

    /** The lower half comes first here, and only here. */
    private static void updateWithIdentifier(CRC32 checksum, long id) {
        update(checksum, (int) id);
        update(checksum, (int) (id >>> 32));
    }

    private static void update(CRC32 checksum, int word) {
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(word).flip());
    }
}
