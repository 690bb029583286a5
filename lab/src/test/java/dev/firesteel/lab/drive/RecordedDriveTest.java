// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the content of a drive at each of its flushes. */
class RecordedDriveTest {
    private static final int SECTOR = 512;

    @TempDir Path directory;

    @Test
    void hasAtEachFlushWhatWasWrittenBeforeAndNothingElse() throws IOException {
        Drive drive = drive();
        drive.write(0, sector(1));
        drive.write(SECTOR, sector(2));
        drive.flush();
        drive.write(0, sector(3));
        drive.flush();
        drive.write(SECTOR, sector(4));
        try (RecordedDrive recorded = recorded()) {
            assertThat(content()).containsExactly(0, 0);
            assertThat(recorded.nextFlush()).isTrue();
            assertThat(content()).containsExactly(1, 2);
            assertThat(recorded.nextFlush()).isTrue();
            assertThat(content()).containsExactly(3, 2);
            long flushed = recorded.flushedBytes();
            assertThat(recorded.nextFlush()).isFalse();
            assertThat(content()).containsExactly(3, 2);
            assertThat(recorded.flushedBytes()).isEqualTo(flushed).isLessThan(recordingBytes());
        }
    }

    @Test
    void refusesAnExistingRecording() throws IOException {
        drive();
        assertThatThrownBy(this::drive).isInstanceOf(IOException.class);
    }

    private Drive drive() throws IOException {
        Files.write(directory.resolve("image"), new byte[2 * SECTOR]);
        Files.write(directory.resolve("copy"), new byte[2 * SECTOR]);
        String image = directory.resolve("image").toString();
        String recording = directory.resolve("recording").toString();
        return new Drive(new DriveSettings("a", image, SECTOR, 0, false, recording, null));
    }

    private RecordedDrive recorded() throws IOException {
        return new RecordedDrive(directory.resolve("copy"), directory.resolve("recording"));
    }

    private long recordingBytes() throws IOException {
        return Files.size(directory.resolve("recording"));
    }

    private int[] content() throws IOException {
        byte[] copy = Files.readAllBytes(directory.resolve("copy"));
        return new int[] {copy[0], copy[SECTOR]};
    }

    private static byte[] sector(int content) {
        byte[] sector = new byte[SECTOR];
        Arrays.fill(sector, (byte) content);
        return sector;
    }
}
