// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/** Positions rise with every append, never overlap, and start again in each segment. */
final class PositionsScenario {
    private PositionsScenario() {}

    @Param(name = "bytes", gen = IntGen.class, conf = "1:50")
    public static class Threads {
        private final Journal journal = ScenarioJournal.open(ScenarioJournal.device());
        private final long first = journal.position().segmentId();

        @Operation
        public String append(@Param(name = "bytes") int bytes) {
            return text(ScenarioJournal.append(journal, new byte[bytes]));
        }

        @Operation
        public String position() {
            return text(journal.position());
        }

        @Operation(nonParallelGroup = "owner")
        public void roll() {
            long left = journal.position().segmentId();
            ScenarioJournal.roll(journal);
            journal.release(left);
        }

        private String text(JournalPosition position) {
            return position.segmentId() - first + ":" + position.offset();
        }

        @Validate
        public void close() {
            ScenarioJournal.close(journal);
        }
    }

    public static class Specification {
        private int segment;
        private int offset = JournalFixture.POSITION_BASE;

        public String append(int bytes) {
            offset += JournalFixture.POSITION_OVERHEAD + bytes;
            return position();
        }

        public String position() {
            return segment + ":" + offset;
        }

        public void roll() {
            segment++;
            offset = JournalFixture.POSITION_BASE;
        }
    }
}
