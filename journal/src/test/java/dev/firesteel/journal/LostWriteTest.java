// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.read;
import static dev.firesteel.journal.JournalFixture.replay;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A drive that loses one write of a start, or redirects it over its previous write. */
class LostWriteTest {
    private static final List<String> ENTRIES = List.of("a", "large ".repeat(300), "b", "c");

    /** The entries of an earlier run are copied, and freed only once the copies can be read. */
    @Test
    void ofAStartCostsNothing() throws IOException {
        for (int nth = 1; ; nth++) {
            FaultyBlockDevice flash = crashed();
            WriteFault device = new WriteFault(flash, nth, false);
            start(device);
            if (!device.hasErred()) break;
            assertThat(read(flash.afterPowerCut(1)).texts())
                    .as("write %d was lost", nth)
                    .containsAll(ENTRIES);
            assertNextStartFindsAll(flash, "write %d was lost".formatted(nth));
        }
    }

    /** Then the previous content of that place is lost as well, and may have to be reported. */
    @Test
    void overAnotherOfAStartIsNeverSilent() throws IOException {
        for (int nth = 2; ; nth++) {
            FaultyBlockDevice flash = crashed();
            WriteFault device = new WriteFault(flash, nth, true);
            start(device);
            if (!device.hasErred()) break;
            JournalFixture.Recording found = read(flash.afterPowerCut(1));
            if (found.damages.isEmpty())
                assertThat(found.texts())
                        .as("write %d was made over the one before", nth)
                        .containsAll(ENTRIES);
        }
    }

    /** The heartbeat that proves the last record destroys it: the loss is detected all the same. */
    @Test
    void ofAHeartbeatOverTheLastRecordIsReported() throws IOException {
        FaultyBlockDevice flash = JournalFixture.rawDevice(8, 1);
        Misplacer device = new Misplacer(flash, 2);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            append(journal, "a");
            append(journal, "b");
        }
        JournalFixture.Recording found = read(flash.afterPowerCut(1));
        assertThat(found.texts()).containsExactly("a");
        assertThat(found.findings())
                .containsExactly(RecoveryCase.J_MISPLACED, RecoveryCase.F_DAMAGED_TAIL);
    }

    /** Then no record of the segment is left. */
    @Test
    void ofAHeartbeatOverTheOnlyRecordOfASegmentIsReported() throws IOException {
        FaultyBlockDevice flash = JournalFixture.rawDevice(8, 1);
        Misplacer device = new Misplacer(flash, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            append(journal, "a");
        }
        JournalFixture.Recording found = read(flash.afterPowerCut(1));
        assertThat(found.entries).isEmpty();
        assertThat(found.findings())
                .containsExactly(RecoveryCase.J_MISPLACED, RecoveryCase.F_DAMAGED_TAIL);
    }

    private static FaultyBlockDevice crashed() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal journal = open(device);
        for (String entry : ENTRIES) append(journal, entry);
        FaultyBlockDevice crashed = device.afterPowerCut(1);
        JournalFixture.abandon(journal);
        return crashed;
    }

    /** Starts the journal; tolerates a start that fails because a copy cannot be read back. */
    private static void start(WriteFault device) throws IOException {
        try {
            Journal journal = open(device);
            device.cutPower();
            JournalFixture.abandon(journal);
        } catch (JournalException e) {
            assertThat(e)
                    .hasMessageContaining(
                            "does not return the data that this start has just" + " copied");
        }
    }

    private static void assertNextStartFindsAll(FaultyBlockDevice flash, String what)
            throws IOException {
        try (Journal journal = open(flash.afterPowerCut(1))) {
            assertThat(replay(journal).texts()).as(what).containsAll(ENTRIES);
        }
    }

    /** Loses one of the writes that come before the power cut. */
    private static final class WriteFault extends ForwardingDevice {
        private final boolean isMisdirected;
        private int writesUntil;
        private long before;
        private boolean isOff;

        WriteFault(BlockDevice device, int nth, boolean isMisdirected) {
            super(device);
            this.writesUntil = nth;
            this.isMisdirected = isMisdirected;
        }

        synchronized boolean hasErred() {
            return writesUntil <= 0;
        }

        synchronized void cutPower() {
            isOff = true;
        }

        @Override
        public synchronized void write(long offset, ByteBuffer source) throws IOException {
            if (isOff) throw new IOException("the power is off");
            if (--writesUntil != 0) {
                before = offset;
                device.write(offset, source);
            } else if (isMisdirected) device.write(before, source);
        }
    }

    /** Writes the first heartbeat after this number of records over the last record. */
    private static final class Misplacer extends ForwardingDevice {
        private static final int RECORD_MAGIC = 0x46535243; // FSRC
        private static final int KIND_AT = 76;
        private static final int HEARTBEAT = 2;
        private static final int NEVER = Integer.MAX_VALUE;
        private int recordsUntil;
        private long lastRecord;

        Misplacer(BlockDevice device, int records) {
            super(device);
            this.recordsUntil = records;
        }

        @Override
        public synchronized void write(long offset, ByteBuffer source) throws IOException {
            int at = source.position();
            boolean isRecord = source.getInt(at) == RECORD_MAGIC;
            boolean isHeartbeat = isRecord && source.getInt(at + KIND_AT) == HEARTBEAT;
            if (isHeartbeat && recordsUntil == 0) {
                recordsUntil = NEVER;
                device.write(lastRecord, source);
                return;
            }
            device.write(offset, source);
            if (!isRecord || isHeartbeat) return;
            recordsUntil--;
            lastRecord = offset;
        }
    }
}
