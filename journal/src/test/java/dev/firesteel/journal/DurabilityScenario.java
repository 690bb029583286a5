// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/** Tests power cuts at any time: an entry whose append returned is found and stays. */
final class DurabilityScenario {
    private DurabilityScenario() {}

    @Param(name = "entry", gen = IntGen.class, conf = "1:9")
    public static class Threads {
        private final ImageDevice device = ScenarioJournal.device();
        private final Journal journal = ScenarioJournal.open(device);

        @Operation
        public void append(@Param(name = "entry") int entry) {
            ScenarioJournal.append(journal, new byte[] {(byte) entry});
        }

        @Operation(nonParallelGroup = "owner")
        public void roll() {
            ScenarioJournal.roll(journal);
        }

        /** Returns the entries that a recovery would find after a power cut at this moment. */
        @Operation
        public List<Integer> crash() throws IOException {
            ImageDevice left;
            synchronized (device) {
                left = device.copy();
            }
            Set<Integer> found = new TreeSet<>();
            JournalReader.read(
                    left,
                    null,
                    new ReplayHandler() {
                        @Override
                        public void entry(
                                SegmentInfo segment, int start, int end, ByteBuffer entry) {
                            found.add((int) entry.get(entry.position()));
                        }

                        @Override
                        public void damage(Damage damage) {
                            throw new AssertionError(damage);
                        }
                    });
            return new ArrayList<>(found);
        }

        @Validate
        public void close() {
            ScenarioJournal.close(journal);
        }
    }

    public static class Specification {
        private final Set<Integer> durable = new TreeSet<>();

        public void append(int entry) {
            durable.add(entry);
        }

        public void roll() {}

        public List<Integer> crash() {
            return new ArrayList<>(durable);
        }
    }
}
