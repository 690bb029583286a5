// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.read;
import static dev.firesteel.journal.JournalFixture.replay;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A drive that answers one read once with another block, and is sound otherwise. */
class WrongAnswerTest {
    private static final int SLOTS = 8;
    private static final String LARGE = "large ".repeat(300);
    private static final List<String> ENTRIES = List.of("a", LARGE, "b", "c");

    /**
     * Opening a journal frees the segments that it has replayed or copied, and also what it did not
     * see.
     *
     * @param isAfterRecovery whether the crash came after the end of recovery: then nothing is
     *     copied
     * @param from the block that is returned instead; -1 for zeros
     */
    @ParameterizedTest
    @CsvSource({"true, -1", "false, -1", "true, 2", "false, 2"})
    void costsNothing(boolean isAfterRecovery, int from) throws IOException {
        costNothing(crashed(isAfterRecovery), from, ENTRIES);
    }

    /** With several records in flight, one may be missing before durable ones. */
    @ParameterizedTest
    @CsvSource({"true, -1", "false, -1", "true, 2", "false, 2"})
    void costsNothingBehindAHoleEither(boolean isAfterRecovery, int from) throws IOException {
        FaultyBlockDevice crashed = crashed(isAfterRecovery);
        Geometry geometry = Superblocks.read(crashed).superblock().geometry();
        int hole = Geometry.FIRST_BLOCK + 1; // the others take one block each
        int behind = hole + geometry.blocks(RecordHeader.BYTES + 4 + LARGE.length());
        for (int block = hole; block < behind; block++)
            crashed.write(geometry.blockOffset(0, block), ByteBuffer.allocate(512));
        for (int block = behind; block < behind + 2; block++)
            setWatermark(crashed, geometry.blockOffset(0, block), 1);
        assertThat(start(crashed.afterPowerCut(1))).containsExactly("a", "b", "c");
        costNothing(crashed, from, List.of("a", "b", "c"));
    }

    /** Sets the watermark as if only the first record had been durable at the submission. */
    private static void setWatermark(BlockDevice device, long offset, long watermark)
            throws IOException {
        ByteBuffer block = ByteBuffer.allocate(512);
        device.read(offset, block);
        RecordHeader header = Objects.requireNonNull(RecordHeader.decode(block, 0));
        new RecordHeader(
                        header.key(),
                        header.segmentId(),
                        header.epoch(),
                        header.sequence(),
                        header.firstSequence(),
                        watermark,
                        header.block(),
                        header.startOffset(),
                        header.bodyBytes(),
                        header.entries(),
                        header.bodyCrc(),
                        header.kind())
                .encode(block, 0);
        device.write(offset, block.clear());
    }

    private static void costNothing(FaultyBlockDevice crashed, int from, List<String> entries)
            throws IOException {
        Geometry geometry = Superblocks.read(crashed).superblock().geometry();
        int struck = 0;
        for (int slot = 0; slot < 3; slot++)
            for (int block = 0; block <= geometry.endBlock(); block++)
                for (int nth = 1; ; nth++) {
                    FaultyBlockDevice flash = crashed.afterPowerCut(1);
                    WrongOnce device =
                            new WrongOnce(
                                    flash,
                                    geometry.blockOffset(slot, block),
                                    from < 0 ? -1 : geometry.blockOffset(0, from),
                                    nth);
                    List<String> seen = start(device);
                    if (!device.hasErred()) break;
                    struck++;
                    assertThat(all(seen, read(flash).texts()))
                            .as("read %d of block %d of slot %d", nth, block, slot)
                            .containsAll(entries);
                }
        assertThat(struck).isGreaterThan(50);
    }

    private static FaultyBlockDevice crashed(boolean isAfterRecovery) throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(SLOTS, 1);
        Journal journal = open(device);
        if (isAfterRecovery) journal.endRecovery();
        for (String entry : ENTRIES) append(journal, entry);
        FaultyBlockDevice crashed = device.afterPowerCut(1);
        JournalFixture.abandon(journal);
        return crashed;
    }

    /** Returns the replayed entries, or none if damage was reported or the start was refused. */
    private static List<String> start(BlockDevice device) throws IOException {
        try (Journal journal = open(device)) {
            JournalFixture.Recording found = replay(journal);
            if (!found.damages.isEmpty()) return List.of();
            journal.endRecovery();
            return found.texts();
        } catch (JournalException e) {
            return List.of(); // refused: the owner tries again
        }
    }

    private static List<String> all(List<String> seen, List<String> left) {
        List<String> all = new ArrayList<>(seen);
        all.addAll(left);
        return all;
    }

    /** Answers one read of a block with another block. */
    private static final class WrongOnce extends ForwardingDevice {
        private final long block;
        private final long from;
        private int readsUntil;

        WrongOnce(BlockDevice device, long block, long from, int nth) {
            super(device);
            this.block = block;
            this.from = from;
            this.readsUntil = nth;
        }

        boolean hasErred() {
            return readsUntil <= 0;
        }

        @Override
        public synchronized void read(long offset, ByteBuffer target) throws IOException {
            int position = target.position();
            int bytes = target.remaining();
            device.read(offset, target);
            if (block < offset || block >= offset + bytes || --readsUntil != 0) return;
            ByteBuffer other = ByteBuffer.allocate(device.blockBytes());
            if (from >= 0) device.read(from, other);
            int at = position + (int) (block - offset);
            for (int i = 0; i < other.capacity(); i++) target.put(at + i, other.get(i));
        }
    }
}
