// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalRenewal;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Creates journals that fit Cassandra, and shows the progress. */
final class JournalMaker {
    /** The segment size of Cassandra's own commit log. */
    private static final Size SEGMENT_SIZE = Size.parse("32MiB");

    private static final Size SMALLEST_SEGMENT = Size.parse("1MiB");

    /**
     * The position of the first mutation in a segment file of stock Cassandra: after a header
     * without parameters (20 bytes) and the first sync marker (8).
     */
    private static final int POSITION_BASE = 28;

    /** The bytes that a stock commit log adds to a mutation: its length and two checksums. */
    private static final int POSITION_OVERHEAD = 12;

    /** The size of the area before the first segment, see docs/internals/format.md. */
    private static final Size FRONT = Size.parse("1MiB");

    /** The number of segments below which smaller ones are chosen. */
    private static final int FEWEST_SEGMENTS = 8;

    private JournalMaker() {}

    /**
     * Returns the segment size for a journal of this size: smaller where there would be too few.
     *
     * @param journal 0 for all of a device
     */
    static Size segmentSize(Size journal) {
        if (journal.bytes() == 0) return SEGMENT_SIZE;
        long room = journal.bytes() - FRONT.bytes();
        long bytes = SEGMENT_SIZE.bytes();
        while (bytes > SMALLEST_SEGMENT.bytes() && room / bytes < FEWEST_SEGMENTS) bytes /= 2;
        return new Size(bytes);
    }

    /**
     * Writes an empty journal, with a fitting segment size.
     *
     * @param size 0 for all of a device
     */
    static void make(Path device, Size size, Console console) throws JournalException {
        make(device, size, segmentSize(size), console);
    }

    /**
     * Writes an empty journal.
     *
     * @param size 0 for all of a device
     * @param segmentSize less than 2GiB
     */
    static void make(Path device, Size size, Size segmentSize, Console console)
            throws JournalException {
        try (Progress progress = new Progress("Formatting " + name(device), console)) {
            format(size, segmentSize).write(device, progress::at);
        }
    }

    /**
     * Writes an empty journal, also over an expendable one.
     *
     * @param size 0 for all of a device
     * @param expendable whether a journal may be overwritten with all its writes
     */
    static void renew(Path device, Size size, Predicate<JournalInfo> expendable)
            throws JournalException {
        new JournalRenewal(format(size, SEGMENT_SIZE), expendable).write(device, (bytes, of) -> {});
    }

    private static JournalFormat format(Size size, Size segmentSize) {
        return new JournalFormat(
                size.bytes(),
                Math.toIntExact(segmentSize.bytes()),
                POSITION_BASE,
                POSITION_OVERHEAD);
    }

    /** Returns the last names of a path, enough to distinguish the journals of several nodes. */
    private static Path name(Path device) {
        int names = device.getNameCount();
        return names > 2 ? device.subpath(names - 2, names) : device;
    }
}
