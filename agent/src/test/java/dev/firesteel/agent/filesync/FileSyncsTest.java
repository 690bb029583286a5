// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.filesync;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.cassandra.io.FSWriteError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which files are synced: one that is missing cannot be. {@code NodeFilesIT} tests that they
 * are stable.
 */
class FileSyncsTest {
    private static final StandardOpenOption[] SYNCED = {
        StandardOpenOption.APPEND, StandardOpenOption.SYNC
    };
    private static final StandardOpenOption[] UNSYNCED = {StandardOpenOption.APPEND};

    @TempDir Path directory;

    @AfterEach
    void turnOn() {
        FileSyncs.turnOn(true);
    }

    @Test
    void syncsAFileThatWasToBeSynced() throws Exception {
        Path file = Files.createFile(directory.resolve("log"));
        assertThatCode(() -> FileSyncs.written(file, SYNCED)).doesNotThrowAnyException();
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> FileSyncs.written(missing, SYNCED))
                .isInstanceOf(FSWriteError.class)
                .hasMessageContaining("missing");
        assertThatCode(() -> FileSyncs.written(missing, UNSYNCED)).doesNotThrowAnyException();
    }

    @Test
    void syncsAFileBeforeItsRenameAndTheDirectoryAfterIt() throws Exception {
        Path file = Files.createFile(directory.resolve("file.tmp"));
        Path renamed = directory.resolve("file");
        FileSyncs.renaming(file);
        Files.move(file, renamed);
        assertThatCode(() -> FileSyncs.renamed(renamed)).doesNotThrowAnyException();
        assertThatThrownBy(() -> FileSyncs.renamed(directory.resolve("no/file")))
                .isInstanceOf(FSWriteError.class);
    }

    @Test
    void leavesTheRenameOfAMissingFileToItsCaller() {
        assertThatCode(() -> FileSyncs.renaming(directory.resolve("missing")))
                .doesNotThrowAnyException();
    }

    @Test
    void syncsNothingOnceItIsTurnedOff() {
        FileSyncs.turnOn(false);
        assertThatCode(() -> FileSyncs.written(directory.resolve("missing"), SYNCED))
                .doesNotThrowAnyException();
        assertThatCode(() -> FileSyncs.renamed(directory.resolve("no/file")))
                .doesNotThrowAnyException();
    }
}
