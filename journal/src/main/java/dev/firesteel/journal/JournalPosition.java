// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A place in the journal: the segment, and an offset in the segment's logical address space.
 *
 * <p>Offsets are logical: an entry of {@code n} bytes occupies {@code n +} {@link
 * JournalFormat#positionOverhead()} of them, regardless of its size on the device. The owner of a
 * journal can thus choose offsets with an external meaning, such as offsets in an exported file.
 *
 * @param segmentId the segment's identifier; strictly increasing over the life of a journal
 * @param offset the logical offset in bytes, at least 0
 */
public record JournalPosition(long segmentId, int offset) implements Comparable<JournalPosition> {
    @Override
    public int compareTo(JournalPosition other) {
        int bySegment = Long.compare(segmentId, other.segmentId);
        return bySegment != 0 ? bySegment : Integer.compare(offset, other.offset);
    }
}
