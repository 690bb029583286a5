// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Tests the visibility between writers and a committer of an {@link OpenRecord}. */
public final class OpenRecordStress {
    private static final int ENTRY_BYTES = 24;
    private static final int FRAMED_BYTES = RecordHeader.ENTRY_PREFIX_BYTES + ENTRY_BYTES;
    private static final int CAPACITY = 2 * FRAMED_BYTES;
    private static final int SPOILT = -1;
    private static final ByteBuffer ONES = entry(1);
    private static final ByteBuffer TWOS = entry(2);

    private OpenRecordStress() {}

    private static ByteBuffer entry(int content) {
        ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
        for (int i = 0; i < ENTRY_BYTES; i++) entry.put(i, (byte) content);
        return entry;
    }

    private static OpenRecord record(int segmentId) {
        SlotHeader slotHeader = new SlotHeader(7, 1, segmentId, 1, 0, SlotHeader.State.LIVE, 0);
        return new OpenRecord(
                new LiveSegment(slotHeader, null, 0, 8),
                1,
                segmentId,
                ByteBuffer.allocate(RecordHeader.BYTES + CAPACITY),
                CAPACITY,
                CAPACITY,
                false,
                RecordHeader.ENTRY_PREFIX_BYTES,
                new StressScheduler());
    }

    private static void append(OpenRecord record, ByteBuffer entry) {
        long reserved = record.reserve(1, FRAMED_BYTES);
        if (reserved < 0) return;
        record.put(reserved, entry.duplicate());
        record.finishWrite();
    }

    private static long seal(OpenRecord record, OpenRecord successor) {
        long state;
        do {
            state = record.state();
        } while (!record.seal(state, successor));
        return state;
    }

    /** Returns the content of an entry; 0 if it is not in the record, -1 if it is corrupt. */
    private static int content(OpenRecord record, long sealed, int index) {
        if (OpenRecord.entries(sealed) <= index) return 0;
        int at = RecordHeader.BYTES + index * FRAMED_BYTES;
        if (record.buffer.getInt(at) != ENTRY_BYTES) return SPOILT;
        int first = record.buffer.get(at + RecordHeader.ENTRY_PREFIX_BYTES);
        for (int i = RecordHeader.ENTRY_PREFIX_BYTES; i < FRAMED_BYTES; i++)
            if (record.buffer.get(at + i) != first) return SPOILT;
        return first;
    }

    /** No two entries overlap, and a thread that has sealed and waited sees all of each. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "the other writer found it sealed")
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "both are in it")
    @Outcome(expect = FORBIDDEN, desc = "an entry is missing or spoilt")
    @State
    public static class TwoWriters {
        private final OpenRecord record = record(1);
        private final OpenRecord successor = record(2);

        @Actor
        public void writer() {
            append(record, ONES);
        }

        @Actor
        public void writerThenCommitter(II_Result seen) {
            append(record, TWOS);
            long sealed = seal(record, successor);
            record.awaitWriters();
            seen.r1 = content(record, sealed, 0);
            seen.r2 = content(record, sealed, 1);
        }
    }

    /** The last writer wakes the committer that waits for it, which then sees its bytes. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the entry")
    @Outcome(expect = FORBIDDEN, desc = "the entry is spoilt")
    @State
    public static class LastWriter {
        private final OpenRecord record = record(1);
        private final OpenRecord successor = record(2);
        private final long reserved = record.reserve(1, FRAMED_BYTES);

        @Actor
        public void writer() {
            record.put(reserved, ONES.duplicate());
            record.finishWrite();
        }

        @Actor
        public void committer(I_Result seen) {
            long sealed = seal(record, successor);
            record.awaitWriters();
            seen.r1 = content(record, sealed, 0);
        }
    }

    /** A thread that gets the outcome DURABLE sees the earlier write, and every waiter is woken. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "acknowledged, and on the device")
    @Outcome(expect = FORBIDDEN, desc = "acknowledged before it was on the device")
    @State
    public static class Acknowledgement {
        private final OpenRecord record = record(1);
        private int device;

        @Actor
        public void committer() {
            device = 1;
            record.settle(OpenRecord.Outcome.DURABLE);
        }

        @Actor
        public void writer(II_Result seen) {
            seen.r1 = device; // lets the compiler cache the value
            boolean acknowledged = record.awaitOutcome() == OpenRecord.Outcome.DURABLE;
            seen.r2 = acknowledged ? device : SPOILT;
        }
    }

    /**
     * A thread that finds a record sealed finds the next one, complete, and not a discarded one.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "not sealed yet")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "the successor")
    @Outcome(expect = FORBIDDEN, desc = "a record that is not complete")
    @State
    public static class Successor {
        private final OpenRecord record = record(1);

        public Successor() {
            record.seal(record.state() + 1, record(3)); // as if another writer had been faster
        }

        @Actor
        public void committer() {
            seal(record, record(2));
        }

        @Actor
        public void writer(II_Result seen) {
            OpenRecord current = record.current();
            seen.r1 = (int) current.segment.id();
            seen.r2 = current.startOffset(current.state());
        }
    }
}
