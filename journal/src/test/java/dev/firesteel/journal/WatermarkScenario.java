// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.Set;
import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** Records become durable in any order, and the {@link DurableWatermark} rises. */
final class WatermarkScenario {
    private WatermarkScenario() {}

    @Param(name = "sequence", gen = IntGen.class, conf = "1:6")
    public static class Threads {
        private final DurableWatermark watermark = new DurableWatermark(new MachineScheduler());

        @Operation
        public void complete(@Param(name = "sequence") int sequence) {
            watermark.complete(sequence);
        }

        @Operation
        public long get() {
            return watermark.get();
        }
    }

    public static class Specification {
        private final Set<Integer> durable = new TreeSet<>();

        public void complete(int sequence) {
            if (sequence <= get()) throw new IllegalStateException("not outstanding");
            durable.add(sequence);
        }

        public long get() {
            int highest = 0;
            while (durable.contains(highest + 1)) highest++;
            return highest;
        }
    }
}
