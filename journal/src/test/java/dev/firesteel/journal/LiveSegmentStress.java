// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests that a {@link LiveSegment} is closed once, and only when all of it is on the device. */
public final class LiveSegmentStress {
    private LiveSegmentStress() {}

    private static LiveSegment segment() {
        return new LiveSegment(
                new SlotHeader(7, 1, 1, 1, 0, SlotHeader.State.LIVE, 0),
                null,
                0,
                Geometry.MIN_SEGMENT_BLOCKS);
    }

    /** Of two committers that finish, one closes it and sees the other's write. */
    @JCStressTest
    @Outcome(
            id = {"1, -1", "-1, 1"},
            expect = ACCEPTABLE,
            desc = "closed by one")
    @Outcome(expect = FORBIDDEN, desc = "closed by both or none, or before all was written")
    @State
    public static class TwoFinish {
        private final LiveSegment segment = segment();
        private int first;
        private int second;

        public TwoFinish() {
            segment.recordSealed(1, 1);
        }

        @Actor
        public void committer(II_Result seen) {
            first = 1;
            seen.r1 = segment.finishOne() ? second : -1;
        }

        @Actor
        public void another(II_Result seen) {
            second = 1;
            seen.r2 = segment.finishOne() ? first : -1;
        }
    }

    /** A thread that sees the segment closed sees all of it written. */
    @JCStressTest
    @Outcome(id = "., 1, 0", expect = FORBIDDEN, desc = "closed before it was written")
    @Outcome(id = "., ., .", expect = ACCEPTABLE, desc = "closed when written")
    @State
    public static class Closed {
        private final LiveSegment segment = segment();
        private int device;

        @Actor
        public void committer() {
            device = 1;
            segment.finishOne();
        }

        @Actor
        public void owner(III_Result seen) {
            seen.r1 = device; // lets the compiler cache the value
            seen.r2 = segment.isClosed() ? 1 : 0;
            seen.r3 = device;
        }
    }
}
