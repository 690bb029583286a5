// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** Writers append to an {@link OpenRecord} until a committer has sealed it. */
final class OpenRecordScenario {
    private OpenRecordScenario() {}

    @Param(name = "bytes", gen = IntGen.class, conf = "1:9")
    public static class Threads {
        private final OpenRecord record = record(1);

        private static OpenRecord record(int segmentId) {
            return new OpenRecord(
                    new LiveSegment(
                            new SlotHeader(7, 1, segmentId, 1, 0, SlotHeader.State.LIVE, 0),
                            null,
                            0,
                            8),
                    1,
                    0,
                    ByteBuffer.allocate(RecordHeader.BYTES + 64),
                    64,
                    48,
                    false,
                    RecordHeader.ENTRY_PREFIX_BYTES,
                    new MachineScheduler());
        }

        /** Returns the offset of the entry, or a negative number. */
        @Operation
        public long append(@Param(name = "bytes") int bytes) {
            long reserved = record.reserve(1, RecordHeader.ENTRY_PREFIX_BYTES + bytes);
            if (reserved < 0) return reserved;
            ByteBuffer entry = ByteBuffer.allocate(bytes);
            Arrays.fill(entry.array(), (byte) bytes);
            record.put(reserved, entry);
            record.finishWrite();
            return record.startOffset(reserved);
        }

        @Operation
        public int position() {
            return record.startOffset(record.state());
        }

        /** Returns the final number of entries. */
        @Operation(nonParallelGroup = "committer")
        public int seal() {
            if (record.current() != record) return -1;
            OpenRecord successor = record(2);
            long state;
            do {
                state = record.state();
            } while (!record.seal(state, successor));
            record.awaitWriters();
            checkEntries(state);
            return OpenRecord.entries(state);
        }

        private void checkEntries(long state) {
            int at = RecordHeader.BYTES;
            for (int i = 0; i < OpenRecord.entries(state); i++) {
                int bytes = record.buffer.getInt(at);
                at += RecordHeader.ENTRY_PREFIX_BYTES;
                for (int end = at + bytes; at < end; at++)
                    if (record.buffer.get(at) != bytes) throw new AssertionError("spoilt");
            }
            if (at != RecordHeader.BYTES + OpenRecord.bodyBytes(state))
                throw new AssertionError("entries overlap");
        }
    }

    public static class Specification {
        private int bytes;
        private int entries;
        private boolean sealed;

        public long append(int entryBytes) {
            int framed = RecordHeader.ENTRY_PREFIX_BYTES + entryBytes;
            if (sealed) return OpenRecord.SEALED;
            if (bytes >= 48 || framed > 64 - bytes) return OpenRecord.NO_ROOM;
            int start = bytes;
            bytes += framed;
            entries++;
            return start;
        }

        public int position() {
            return bytes;
        }

        public int seal() {
            if (sealed) return -1;
            sealed = true;
            return entries;
        }
    }
}
