// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.DeviceRefusedException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuperblocksTest {
    private ImageDevice device = new ImageDevice(512, new byte[0]);

    @BeforeEach
    void format() throws IOException {
        device = ImageBuilder.formatted().device();
    }

    private void put(int copy, Superblock superblock) {
        ByteBuffer block = ByteBuffer.allocate(512);
        superblock.encode(block);
        device.put(Geometry.superblockOffset(copy), block.array());
    }

    private void assertRefused(Reason reason, String message) {
        assertThatThrownBy(() -> Superblocks.read(device))
                .isInstanceOfSatisfying(
                        DeviceRefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theIntactCopyWithTheHighestGenerationCounts(int newest) throws IOException {
        put(newest, ImageBuilder.superblock().inEpoch(9, 9));
        Superblocks.Found found = Superblocks.read(device);
        assertThat(found.superblock().epoch()).isEqualTo(9);
        assertThat(found.intactCopies()).isEqualTo(4);
        device.content()[(int) Geometry.superblockOffset(newest) + 300] ^= 1;
        assertThat(Superblocks.read(device).superblock()).isEqualTo(ImageBuilder.superblock());
        assertThat(Superblocks.read(device).intactCopies()).isEqualTo(3);
    }

    @Test
    void eachCopyIsWrittenWhereTheFormatSays() throws IOException {
        Superblock next = ImageBuilder.superblock().inEpoch(9, 9);
        Superblocks.write(device, next);
        for (int copy = 0; copy < 4; copy++)
            assertThat(
                            Superblock.decode(
                                    ByteBuffer.wrap(device.block(Geometry.superblockOffset(copy)))))
                    .isEqualTo(next);
    }

    @Test
    void aCopyThatCannotBeReadIsDamaged() throws IOException {
        FaultyBlockDevice faulty = JournalFixture.rawDevice(8, 1);
        for (int copy = 0; copy < 3; copy++) faulty.makeUnreadable(Geometry.superblockOffset(copy));
        assertThat(Superblocks.read(faulty).intactCopies()).isEqualTo(1);
        faulty.makeUnreadable(Geometry.superblockOffset(3));
        assertThatThrownBy(() -> Superblocks.read(faulty))
                .hasMessage(
                        "memory held a Firesteel journal, but no copy of its superblock is intact");
    }

    @Test
    void aDeviceTooSmallForEveryCopyIsRefusedByWhatTheOthersSay() {
        device.setSizeBytes(Geometry.superblockOffset(3));
        assertRefused(
                Reason.SIZE,
                "image has 196608 bytes, but the journal on it needs " + device.content().length);
        device.setSizeBytes(0);
        assertRefused(
                Reason.FOREIGN, "image does not hold a Firesteel journal, but something else");
    }

    @Test
    void aLastCopyAtTheEndOfTheDeviceIsRead() {
        device.setSizeBytes(Geometry.superblockOffset(3) + 512);
        for (int copy = 0; copy < 3; copy++)
            device.put(Geometry.superblockOffset(copy), new byte[512]);
        assertRefused(
                Reason.SIZE,
                "image has 197120 bytes, but the journal on it needs " + device.content().length);
    }

    @Test
    void aDeviceExactlyAsLargeAsItsJournalIsTaken() throws IOException {
        assertThat(Superblocks.read(device).superblock()).isEqualTo(ImageBuilder.superblock());
        device.setSizeBytes(device.content().length - 512);
        assertRefused(
                Reason.SIZE,
                "image has "
                        + (device.content().length - 512)
                        + " bytes, but the journal on it needs "
                        + device.content().length);
    }

    @Test
    void aJournalOfLargerBlocksIsTakenOnADeviceOfSmallerOnes() throws IOException {
        FaultyBlockDevice large = new FaultyBlockDevice(4096, (1 << 20) + 8L * 32 * 4096, false, 1);
        new JournalFormat(0, 32 * 4096, 28, 12)
                .write(large, java.time.InstantSource.system(), (bytes, of) -> {});
        ByteBuffer all = ByteBuffer.allocate((int) large.sizeBytes());
        large.read(0, all);
        ImageDevice small = new ImageDevice(512, all.array());
        assertThat(Superblocks.read(small).superblock().geometry().blockBytes()).isEqualTo(4096);
    }

    @Test
    void oneForeignCopyAmongBlankOnesIsForeign() {
        for (int copy = 0; copy < 4; copy++)
            device.put(Geometry.superblockOffset(copy), new byte[512]);
        device.content()[0] = 1;
        assertRefused(
                Reason.FOREIGN, "image does not hold a Firesteel journal, but something else");
        for (int copy = 0; copy < 4; copy++)
            device.put(Geometry.superblockOffset(copy), new byte[512]);
        assertRefused(
                Reason.FOREIGN, "image does not hold a Firesteel journal, but something else");
        java.util.Arrays.fill(device.content(), (byte) 0);
        device.content()[0] = 1;
        device.content()[0] = 0;
        assertRefused(Reason.BLANK, "image is blank: format it first (firesteel journal format)");
        device.content()[device.content().length - 1] = 1;
        assertRefused(
                Reason.FOREIGN, "image does not hold a Firesteel journal, but something else");
    }

    @Test
    void aDamagedCopyTellsThatThereWasAJournal() {
        for (int copy = 0; copy < 4; copy++)
            device.put(Geometry.superblockOffset(copy), new byte[512]);
        put(2, ImageBuilder.superblock());
        device.content()[(int) Geometry.superblockOffset(2) + 300] ^= 1;
        assertRefused(
                Reason.DAMAGED,
                "image held a Firesteel journal, but no copy of its superblock is intact");
    }

    @Test
    void aDeviceThatCannotTellItsSizeIsATypedError() {
        FailingDevice failing = new FailingDevice(device);
        failing.failSizeFrom(5); // after the four copies
        assertThatThrownBy(() -> Superblocks.read(failing))
                .isInstanceOf(JournalException.class)
                .hasMessage("size unknown");
    }

    @Test
    void memoryIsAlignedAndZeroAndOfTheSizeAskedFor() {
        ByteBuffer aligned = Superblocks.aligned(1024, 512);
        assertThat(aligned.remaining()).isEqualTo(1024);
        assertThat(aligned.alignmentOffset(0, 512)).isZero();
        assertThat(aligned).isEqualTo(ByteBuffer.allocate(1024));
    }
}
