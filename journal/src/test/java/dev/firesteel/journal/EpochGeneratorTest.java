// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EpochGeneratorTest {
    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void theyRiseAndCountTheOpenings() {
        long epoch = 0;
        for (int opening = 1; opening <= 1000; opening++) {
            long next = EpochGenerator.after(epoch, random);
            assertThat(next).isGreaterThan(epoch);
            assertThat(EpochGenerator.openings(next)).isEqualTo(opening);
            epoch = next;
        }
    }

    /** Such journals stored the bare count. */
    @Test
    void journalsFromBeforeAnythingWasDrawnAreCountedOn() {
        assertThat(EpochGenerator.openings(57)).isEqualTo(57);
        assertThat(EpochGenerator.openings(EpochGenerator.after(57, random))).isEqualTo(58);
        assertThat(EpochGenerator.openings((1 << 24) - 1)).isEqualTo((1 << 24) - 1);
    }

    @Test
    void twoThatFollowTheSameOneDiffer() {
        assertThat(EpochGenerator.after(7, random)).isNotEqualTo(EpochGenerator.after(7, random));
    }

    /** Found by SimulationTest, with a drive that lies and a clock that is set back. */
    @Test
    void ofARunWhoseOpeningTheDriveHasLostNothingIsReplayed() throws IOException {
        FaultyBlockDevice formatted = JournalFixture.rawDevice(8, 1);
        Geometry geometry = Superblocks.read(formatted).superblock().geometry();
        FaultyBlockDevice device = formatted.afterPowerCut(1);
        run(device, "a", "b", "c", "d", "e");

        // Keep only the records behind the first.
        for (int copy = 0; copy < Geometry.SUPERBLOCK_COPIES; copy++)
            device.restore(Geometry.superblockOffset(copy), formatted);
        for (int slot = 0; slot < 8; slot++) {
            device.restore(geometry.bookkeepingOffset(slot, 0), formatted);
            device.restore(geometry.bookkeepingOffset(slot, 1), formatted);
            device.restore(geometry.blockOffset(slot, Geometry.FIRST_BLOCK), formatted);
        }

        run(device, "x");
        JournalFixture.Recording found = read(device);
        assertThat(found.texts()).containsExactly("x");
        assertThat(found.findings()).isEqualTo(List.of());
    }

    private void run(BlockDevice device, String... entries) throws IOException {
        Environment environment =
                new Environment(
                        InstantSource.fixed(Instant.ofEpochMilli(1_000)),
                        new MachineScheduler(),
                        random);
        try (Journal journal =
                Journal.open(device, options(1), JournalListener.none(), environment)) {
            for (String entry : entries) append(journal, entry);
        }
    }
}
