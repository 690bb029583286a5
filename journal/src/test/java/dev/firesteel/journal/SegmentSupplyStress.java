// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests how the keeper hands a segment to a committer and takes it back. */
public final class SegmentSupplyStress {
    private SegmentSupplyStress() {}

    /**
     * The segment is live on the device before it is handed over, and free there before the change
     * returns.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "live on the device, then free")
    @Outcome(expect = FORBIDDEN, desc = "told before it was on the device")
    @State
    public static class HandOver {
        private final StressDevice device = new StressDevice();
        private final StressScheduler scheduler = new StressScheduler();
        private final SegmentSupply supply =
                new SegmentSupply(
                        SlotTable.read(device, StressDevice.SUPERBLOCK),
                        JournalFixture.options(1),
                        false,
                        1,
                        SlotHeader.State.LIVE,
                        new Environment(
                                InstantSource.system(), scheduler, new SplittableRandom(1)));
        private volatile @Nullable Thread committer;

        public HandOver() {
            supply.connect(() -> scheduler.unpark(committer), failure -> {});
        }

        @Actor
        public void keeper() {
            supply.run();
        }

        @Actor
        public void committer(II_Result seen) {
            committer = scheduler.current();
            while (!supply.isReady()) scheduler.park(this);
            LiveSegment segment = supply.poll();
            int slot = segment == null ? -1 : segment.slotHeader.slot();
            seen.r1 = state(slot);
            seen.r2 = released(slot) ? state(slot) : -1;
            supply.stop();
        }

        private boolean released(int slot) {
            try {
                supply.change(slot, SlotHeader.State.FREE).await();
                return true;
            } catch (JournalException e) {
                return false;
            }
        }

        /** Returns the state in the copy that is written last; 0 is free, 1 is live. */
        private int state(int slot) {
            ByteBuffer block = ByteBuffer.allocate(StressDevice.GEOMETRY.blockBytes());
            device.read(StressDevice.GEOMETRY.bookkeepingOffset(slot, 1), block);
            SlotHeader found = SlotHeader.decode(block, StressDevice.SUPERBLOCK.key(), slot);
            if (found == null) return -1;
            return found.state().isLive() ? 1 : 0;
        }
    }
}
