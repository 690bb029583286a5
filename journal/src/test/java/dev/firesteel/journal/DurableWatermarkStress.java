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
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tests that a thread that sees the {@link DurableWatermark} above a record sees that record on the
 * device.
 */
public final class DurableWatermarkStress {
    private DurableWatermarkStress() {}

    /** Reads without a lock, as a committer that writes the watermark into a record header. */
    @JCStressTest
    @Outcome(id = "., 1, 0", expect = FORBIDDEN, desc = "ahead of the device")
    @Outcome(id = "., ., .", expect = ACCEPTABLE, desc = "what it tells is there")
    @State
    public static class Told {
        private final DurableWatermark watermark = new DurableWatermark(new StressScheduler());
        private int device;

        @Actor
        public void completer() {
            device = 1;
            watermark.complete(1);
        }

        @Actor
        public void reader(III_Result seen) {
            seen.r1 = device; // lets the compiler cache the value
            seen.r2 = (int) watermark.get();
            seen.r3 = device;
        }
    }

    /** The last thread to complete moves the watermark over both records and sees both. */
    @JCStressTest
    @Outcome(
            id = {"10, 20", "20, 0", "20, 20"},
            expect = ACCEPTABLE,
            desc = "over both at last")
    @Outcome(expect = FORBIDDEN, desc = "left behind, or ahead of the device")
    @State
    public static class TwoCompleters {
        private final DurableWatermark watermark = new DurableWatermark(new StressScheduler());
        private int first;
        private int second;

        @Actor
        public void completer(II_Result seen) {
            first = 1;
            watermark.complete(1);
            seen.r1 = toldAndMissing();
        }

        @Actor
        public void overtaker(II_Result seen) {
            second = 1;
            watermark.complete(2);
            seen.r2 = toldAndMissing();
        }

        private int toldAndMissing() {
            long told = watermark.get();
            int missing = (told >= 1 ? 1 - first : 0) + (told >= 2 ? 1 - second : 0);
            return 10 * (int) told + missing;
        }
    }

    /**
     * A thread that waits for the watermark, as before the end of a segment, is woken and sees
     * every record.
     */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both are there")
    @Outcome(expect = FORBIDDEN, desc = "ahead of the device")
    @State
    public static class Awaited {
        private final DurableWatermark watermark = new DurableWatermark(new StressScheduler());
        private int first;
        private int second;

        @Actor
        public void completer() {
            second = 1;
            watermark.complete(2);
            first = 1;
            watermark.complete(1);
        }

        @Actor
        public void waiter(I_Result seen) {
            watermark.await(2);
            seen.r1 = first + second;
        }
    }
}
