// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests the whole path of an entry, with one writer and one committer. */
public final class CommitPathStress {
    private CommitPathStress() {}

    /**
     * Tests that an append that returned is on the device. The committer must be woken for each
     * append and at the close.
     */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "both are on the device")
    @Outcome(expect = FORBIDDEN, desc = "acknowledged and not on the device")
    @State
    public static class AppendThenClose {
        private static final int ENTRY_OFFSET =
                RecordHeader.BYTES + RecordHeader.ENTRY_PREFIX_BYTES;

        private final StressDevice device = new StressDevice();
        private final CommitPath path;
        private final int slot;

        public AppendThenClose() {
            StressScheduler scheduler = new StressScheduler();
            JournalOptions options = JournalFixture.options(1);
            SegmentSupply supply =
                    new SegmentSupply(
                            SlotTable.read(device, StressDevice.SUPERBLOCK),
                            options,
                            false,
                            1,
                            SlotHeader.State.LIVE,
                            new Environment(
                                    InstantSource.system(), scheduler, new SplittableRandom(1)));
            LiveSegment first = first(supply);
            slot = first.slotHeader.slot();
            path =
                    new CommitPath(
                            device,
                            StressDevice.SUPERBLOCK,
                            options,
                            JournalListener.none(),
                            supply,
                            first,
                            scheduler);
        }

        private static LiveSegment first(SegmentSupply supply) {
            try {
                return supply.first();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Actor
        public void writer(II_Result seen) {
            seen.r1 = appended(1, Geometry.FIRST_BLOCK);
            seen.r2 = appended(2, Geometry.FIRST_BLOCK + 1);
            path.close();
        }

        /** Returns the content of the entry on the device; -1 if the append failed. */
        private int appended(int content, int block) {
            ByteBuffer entry = ByteBuffer.allocate(1).put(0, (byte) content);
            try {
                path.submit(entry, (segment, offset) -> {}).await();
            } catch (JournalException e) {
                return -1;
            }
            return device.at(slot, block, ENTRY_OFFSET);
        }

        @Actor
        public void committer() {
            path.commitUntilClosed();
        }
    }
}
