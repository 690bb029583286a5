// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.DeviceRefusedException.Reason;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests devices that a journal refuses to open and does not touch. */
class DeviceRefusalTest {
    @Test
    void aBlankDeviceNeedsFormat() {
        FaultyBlockDevice blank = new FaultyBlockDevice(512, 8 << 20, false, 1);
        assertRefused(blank, Reason.BLANK, "firesteel journal format");
    }

    @Test
    void anythingElseIsForeign() {
        for (long offset : new long[] {0, 1024, 4086, 65536 + 64, (1 << 20) - 1, (8 << 20) - 512}) {
            FaultyBlockDevice device = new FaultyBlockDevice(512, 8 << 20, false, 1);
            device.rot(offset, 0);
            assertRefused(device, Reason.FOREIGN, "does not hold a Firesteel journal");
        }
    }

    @Test
    void aDeviceSmallerThanItsJournalIsRefused() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        FaultyBlockDevice shorter =
                device.withSize(device.sizeBytes() - JournalFixture.BLOCK_BYTES);
        assertRefused(shorter, Reason.SIZE, "but the journal on it needs " + device.sizeBytes());
    }

    @Test
    void aJournalOfAnotherVersionIsRefused() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        eachSuperblock(
                device,
                block -> {
                    block.putInt(8, 2).putInt(12, 0);
                    block.putInt(12, Crc32c.of(block, 0, Superblock.BYTES));
                });
        assertRefused(device, Reason.VERSION, "version 2; this Firesteel reads version 1");
    }

    @Test
    void aJournalWithoutAnIntactSuperblockIsDamaged() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        eachSuperblock(device, block -> block.putInt(16, 99));
        assertRefused(device, Reason.DAMAGED, "no copy of its superblock is intact");
    }

    @Test
    void aJournalWithOneIntactSuperblockOpensAndRepairsTheOthers() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        for (int copy = 0; copy < 3; copy++) device.rot(Geometry.superblockOffset(copy) + 20, 1);
        assertThat(Superblocks.read(device).intactCopies()).isEqualTo(1);
        JournalFixture.open(device).close();
        assertThat(Superblocks.read(device).intactCopies()).isEqualTo(4);
    }

    @Test
    void aJournalFormattedForSmallerBlocksThanTheDeviceHasIsRefused() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1).withBlockBytes(4096);
        assertRefused(device, Reason.SIZE, "blocks of 4096 bytes");
    }

    private static void eachSuperblock(
            FaultyBlockDevice device, Consumer<java.nio.ByteBuffer> change) throws IOException {
        for (int copy = 0; copy < Geometry.SUPERBLOCK_COPIES; copy++) {
            var block = Superblocks.aligned(512, 512);
            device.read(Geometry.superblockOffset(copy), block);
            change.accept(block.clear().limit(512));
            device.write(Geometry.superblockOffset(copy), block.clear().limit(512));
        }
    }

    private static void assertRefused(FaultyBlockDevice device, Reason reason, String message) {
        int before = device.contentHash();
        long writes = device.writes();
        assertThatThrownBy(() -> JournalFixture.open(device))
                .isInstanceOfSatisfying(
                        DeviceRefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining("memory")
                .hasMessageContaining(message);
        assertThat(device.contentHash()).isEqualTo(before);
        assertThat(device.writes()).isEqualTo(writes);
    }
}
