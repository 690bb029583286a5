// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveRestoreTest {
    private static final String SEGMENT = "CommitLog-8-5.log";

    @TempDir Path directory;
    private Path archive;
    private Path commitLog;

    @BeforeEach
    void place() throws IOException {
        archive = Files.createDirectory(directory.resolve("archive"));
        commitLog = Files.createDirectory(directory.resolve("commitlog"));
        Files.writeString(archive.resolve(SEGMENT), "archived");
    }

    private void restore(String command) throws IOException {
        new ArchiveRestore(commitLog, command, ArchiveRestoreTest::segmentName).restore(archive);
    }

    private void restore() throws IOException {
        restore("/bin/cp -f %from %to");
    }

    private static String segmentName(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (name.startsWith("CommitLog-")) return name;
        throw new IOException("it is a note");
    }

    private Stream<String> restored() throws IOException {
        try (Stream<Path> files = Files.list(commitLog)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }

    /** As in a copy of a whole commit log directory. */
    @Test
    void passesOverWhatFiresteelKeepsBesideSegments() throws Exception {
        new NodeIdentity(UUID.randomUUID(), null).write(archive);
        new StartGuardFile(archive).place();
        new SegmentIdFloorFile(archive, 8).place(6);
        Files.createDirectory(archive.resolve(SegmentArchive.DIRECTORY));
        Files.createDirectory(archive.resolve(DamagedSegments.DIRECTORY));
        restore();
        assertThat(restored()).containsExactly(SEGMENT);
        assertThat(commitLog.resolve(SEGMENT)).hasContent("archived");
    }

    @Test
    void leavesFilesOfOthersInTheCommitLogDirectory() throws IOException {
        Files.writeString(commitLog.resolve("output"), "of a script");
        restore();
        assertThat(restored()).containsExactlyInAnyOrder(SEGMENT, "output");
    }

    @Test
    void namesAFileThatIsNoSegment() throws IOException {
        Path notes = Files.createFile(archive.resolve("notes"));
        assertThatThrownBy(this::restore)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "%s, in restore_directories, is no segment that can be restored: it is a"
                                + " note. Move it away",
                        notes);
    }

    @Test
    void namesSegmentsThatWereNeverArchived() throws IOException {
        Path waiting = Files.createDirectory(archive.resolve(SegmentArchive.DIRECTORY));
        Files.createFile(waiting.resolve("CommitLog-8-4.log"));
        assertThatThrownBy(this::restore)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        waiting + " holds segments that were never archived, and a restore would");
    }

    @Test
    void leavesASegmentAsItIsInTheCommitLogDirectory() throws IOException {
        Files.writeString(commitLog.resolve(SEGMENT), "here");
        restore("");
        assertThat(commitLog.resolve(SEGMENT)).hasContent("here");
    }

    @Test
    void saysWhyTheCommandFails() {
        assertThatThrownBy(() -> restore("/bin/cp %from /no/such/%to"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("restore_command, '/bin/cp " + archive.resolve(SEGMENT))
                .hasMessageContaining("ended with 1: ");
        assertThatThrownBy(() -> restore(" ")).hasMessageContaining("restore_command is not");
        assertThat(commitLog).isEmptyDirectory();
    }
}
