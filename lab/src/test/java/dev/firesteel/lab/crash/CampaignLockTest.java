// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignLockTest {
    @TempDir Path root;

    @Test
    void keepsAnotherCampaignOutUntilItIsClosed() throws IOException {
        Path directory = root.resolve("new/campaign");
        try (CampaignLock lock = CampaignLock.take(directory)) {
            assertThatThrownBy(() -> CampaignLock.take(directory))
                    .isInstanceOf(CampaignException.class)
                    .hasMessage("Another firesteel is at work in " + directory);
        }
        assertThat(root).isEmptyDirectory();
        try (CampaignLock again = CampaignLock.take(directory)) {
            assertThat(directory.resolve("lock")).exists();
            Files.createFile(directory.resolve("results"));
        }
        assertThat(directory).isDirectoryContaining("glob:**/results");
    }

    @Test
    void saysWhatIsWrongWithAFileInTheDirectorysPlace() throws IOException {
        Path file = Files.writeString(root.resolve("notes"), "mine");
        for (Path directory : new Path[] {file, file.resolve("below")})
            assertThatThrownBy(() -> CampaignLock.take(directory))
                    .isInstanceOf(CampaignException.class)
                    .hasMessage(
                            "Nothing can be written to %s, %s is no directory: give another directory"
                                    .formatted(directory, file));
        assertThat(file).hasContent("mine");
    }

    /** A directory that even root cannot write to. */
    @Test
    void saysThatADirectoryCannotBeWritten() {
        Path directory = Path.of("/proc/self/campaign");
        assertThatThrownBy(() -> CampaignLock.take(directory))
                .isInstanceOf(CampaignException.class)
                .hasMessage(
                        "Nothing can be written to %s, it cannot be made: give another directory"
                                .formatted(directory));
    }
}
