// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests records 1, 2, 3 ... of two sectors each, with a drive that has kept some of them. */
class LostRecordsTest {
    private static final int SECTOR = 512;
    private static final int RECORD = 2 * SECTOR;

    @TempDir Path directory;
    private DriveSettings drive;
    private byte[] image;

    @BeforeEach
    void create() {
        drive = new DriveSettings("a", directory.resolve("image").toString(), SECTOR, 64, true);
        image = new byte[16 * RECORD];
    }

    @Test
    void areNoneIfEverythingWasKept() throws IOException {
        keep(1);
        keep(2);
        assertThat(lost(List.of(record(1), record(2)), List.of())).isEqualTo(LostRecords.NONE);
    }

    @Test
    void canBeToldIfALaterRecordWasKept() throws IOException {
        keep(1);
        keep(3);
        assertThat(lost(List.of(record(1), record(2), record(3)), List.of()))
                .isEqualTo(new LostRecords(1, 3, 1, 2));
    }

    @Test
    void cannotBeToldAtTheEnd() throws IOException {
        keep(1);
        assertThat(lost(List.of(record(1), record(2), record(3)), List.of()))
                .isEqualTo(new LostRecords(2, 6, 0, 4));
    }

    @Test
    void canBeToldByARecordOfWhichOnlyTheHeaderWasKept() throws IOException {
        keep(1);
        System.arraycopy(bytes(3), 0, image, 3 * RECORD, SECTOR);
        assertThat(lost(List.of(record(1), record(2), record(3)), List.of()))
                .isEqualTo(new LostRecords(2, 6, 1, 3));
    }

    @Test
    void canBeToldByTheHeaderInATornSector() throws IOException {
        System.arraycopy(bytes(2), 0, image, 2 * RECORD, 100);
        assertThat(lost(List.of(record(1)), List.of(record(2))))
                .isEqualTo(new LostRecords(1, 3, 1, 2));
    }

    @Test
    void canBeToldByARecordThatHadNotBeenPromised() throws IOException {
        keep(2);
        assertThat(lost(List.of(record(1)), List.of(record(2))))
                .isEqualTo(new LostRecords(1, 3, 1, 2));
    }

    @Test
    void areNotThoseThatNobodyPromised() throws IOException {
        keep(1);
        assertThat(lost(List.of(record(1)), List.of(record(2)))).isEqualTo(LostRecords.NONE);
    }

    @Test
    void leaveOtherSectorsThatWereLost() throws IOException {
        keep(1);
        assertThat(lost(List.of(record(1), bookkeeping(2)), List.of()))
                .isEqualTo(new LostRecords(0, 0, 0, 1));
    }

    @Test
    void leaveNoSectorThatHoldsWhatWasPromisedThoughItWasWrittenAgain() throws IOException {
        image[2 * RECORD] = 2;
        assertThat(lost(List.of(bookkeeping(2)), List.of(bookkeeping(3))))
                .isEqualTo(LostRecords.NONE);
    }

    @Test
    void leaveNoSectorThatHoldsSomethingNewerThanWhatWasPromised() throws IOException {
        image[2 * RECORD] = 3;
        assertThat(lost(List.of(bookkeeping(2)), List.of(bookkeeping(3))))
                .isEqualTo(LostRecords.NONE);
    }

    @Test
    void leaveASectorThatHoldsNeitherWhatWasPromisedNorSomethingNewer() throws IOException {
        image[2 * RECORD] = 1;
        assertThat(lost(List.of(bookkeeping(2)), List.of(bookkeeping(3))))
                .isEqualTo(new LostRecords(0, 0, 0, 1));
    }

    @Test
    void leaveASectorThatHoldsWhatAnEarlierPromiseWasAbout() throws IOException {
        image[2 * RECORD] = 2;
        assertThat(lost(List.of(bookkeeping(2), bookkeeping(3)), List.of()))
                .isEqualTo(new LostRecords(0, 0, 0, 1));
    }

    /** Returns a write to a fixed sector that holds no record. */
    private static CachedWrite bookkeeping(int content) {
        byte[] bytes = new byte[SECTOR];
        bytes[0] = (byte) content;
        return new CachedWrite(2L * RECORD, bytes);
    }

    private LostRecords lost(List<CachedWrite> promised, List<CachedWrite> completed)
            throws IOException {
        Files.write(Path.of(drive.image()), image);
        AcknowledgedWrites.write(drive, promised, completed, List.of());
        return LostRecords.of(drive);
    }

    private void keep(int sequence) {
        System.arraycopy(bytes(sequence), 0, image, sequence * RECORD, RECORD);
    }

    private static CachedWrite record(int sequence) {
        return new CachedWrite((long) sequence * RECORD, bytes(sequence));
    }

    /**
     * Returns a record by {@code docs/internals/format.md}; its watermark covers all earlier
     * records.
     */
    private static byte[] bytes(int sequence) {
        ByteBuffer record = ByteBuffer.allocate(RECORD);
        record.putInt(0, 0x46535243).putLong(24, 5).putLong(32, sequence);
        record.putLong(48, sequence - 1).putInt(64, RECORD - 80 - 10);
        record.putInt(68, 3).putInt(76, 1);
        for (int i = 80; i < RECORD; i++) record.put(i, (byte) sequence);
        CRC32C crc = new CRC32C();
        crc.update(record.slice(8, 72));
        return record.putInt(4, (int) crc.getValue()).array();
    }
}
