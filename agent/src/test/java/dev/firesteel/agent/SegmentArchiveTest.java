// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentArchiveTest {
    private static final int FIRST = 28;
    private static final int MUTATION_BYTES = 100;
    private static final int OVERHEAD = 12;

    @TempDir Path directory;

    private final DirtySegments segments = new DirtySegments(true);
    private final List<String> archived = new ArrayList<>();
    private volatile boolean isFailing;

    private SegmentArchive archive() {
        return archive(SegmentArchiveTest::oneEntry);
    }

    private SegmentArchive archive(SegmentArchive.Reader reader) {
        return new SegmentArchive(
                directory,
                this::command,
                segments,
                reader,
                Executors.newSingleThreadScheduledExecutor());
    }

    private void command(Path file) throws IOException {
        if (isFailing) throw new IOException("no room where it should go");
        assertThat(Files.size(file)).isEqualTo(FIRST + MUTATION_BYTES + OVERHEAD);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        archived.add(file.getFileName().toString());
    }

    private static void oneEntry(long id, ReplayHandler handler) throws IOException {
        SegmentInfo segment = new SegmentInfo(id, 0, 8, false, 0, 0, 1 << 20);
        int end = FIRST + MUTATION_BYTES + OVERHEAD;
        handler.entry(segment, FIRST, end, ByteBuffer.allocate(MUTATION_BYTES));
    }

    private void leave(long... ids) {
        for (long id : ids) {
            segments.open(id);
            segments.close(id);
        }
    }

    private List<String> waiting() throws IOException {
        Path files = directory.resolve(SegmentArchive.DIRECTORY);
        if (!Files.exists(files)) return List.of();
        try (Stream<Path> all = Files.list(files)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aSegmentIsKeptUntilItIsInAFile() throws Exception {
        leave(7);
        assertThat(segments.unused()).isEmpty();
        assertThat(segments.awaitLeft(7, 0)).isFalse();
        SegmentArchive archive = archive();
        CountDownLatch told = new CountDownLatch(1);
        archive.onArchived(told::countDown);
        archive.request();
        assertThat(segments.awaitLeft(7, 10_000)).isTrue();
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(segments.unused()).extracting(DirtySegment::id).containsExactly(7L);
        archive.close(10);
        assertThat(archived).containsExactly("CommitLog-8-7.log");
        assertThat(waiting()).isEmpty();
    }

    @Test
    void oneThatIsWrittenToIsNotTouched() {
        leave(7);
        segments.open(8);
        archive().close(10);
        assertThat(archived).containsExactly("CommitLog-8-7.log");
        assertThat(segments.unused()).extracting(DirtySegment::id).containsExactly(7L);
    }

    /** By identifier: as text, 10 would come before 9. */
    @Test
    void filesAreHandedOverInTheOrderOfTheirSegments() {
        leave(9, 10, 11);
        archive().close(10);
        assertThat(archived)
                .containsExactly("CommitLog-8-9.log", "CommitLog-8-10.log", "CommitLog-8-11.log");
    }

    @Test
    void aCommandThatFailsCostsTheJournalNothing() throws Exception {
        isFailing = true;
        leave(7, 8);
        SegmentArchive archive = archive();
        archive.request();
        assertThat(segments.awaitLeft(8, 10_000)).isTrue();
        archive.close(1);
        assertThat(waiting()).containsExactly("CommitLog-8-7.log", "CommitLog-8-8.log");
        isFailing = false;
        archive().close(10); // the next start
        assertThat(archived).containsExactly("CommitLog-8-7.log", "CommitLog-8-8.log");
        assertThat(waiting()).isEmpty();
    }

    @Test
    void aSegmentThatCannotBeWrittenIsKept() throws Exception {
        Files.writeString(directory.resolve(SegmentArchive.DIRECTORY), "in the way");
        leave(7);
        archive().close(1);
        assertThat(segments.unused()).isEmpty();
    }

    @Test
    void aDraftThatACrashHasLeftIsReplaced() throws Exception {
        Path files = Files.createDirectories(directory.resolve(SegmentArchive.DIRECTORY));
        Files.writeString(files.resolve("CommitLog-8-7.log.new"), "half");
        leave(7);
        archive().close(10);
        assertThat(archived).containsExactly("CommitLog-8-7.log");
        assertThat(waiting()).isEmpty();
    }

    @Test
    void oneWithoutEntriesIsNotArchived() {
        leave(7);
        archive((id, handler) -> {}).close(10);
        assertThat(archived).isEmpty();
        assertThat(segments.unused()).hasSize(1);
    }

    @Test
    void segmentsOfEarlierRunsAreInFilesOnceTheyAreAdded() throws Exception {
        isFailing = true;
        SegmentArchive archive = archive();
        archive.add(
                handler -> {
                    oneEntry(3, handler);
                    oneEntry(4, handler);
                });
        assertThat(waiting()).containsExactly("CommitLog-8-3.log", "CommitLog-8-4.log");
        archive.close(1);
    }

    @Test
    void aStartThatCannotWriteThemSaysWhatToDo() throws Exception {
        Files.writeString(directory.resolve(SegmentArchive.DIRECTORY), "in the way");
        assertThatThrownBy(() -> archive().add(handler -> oneEntry(3, handler)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("clear archive_command in commitlog_archiving.properties")
                .hasMessageContaining(SegmentArchive.DIRECTORY);
    }

    @Test
    void theCommandIsToldPathAndNameAndFailsByItsExitCode() throws Exception {
        Path file = directory.resolve("CommitLog-8-7.log");
        Files.writeString(file, "x");
        new ArchiveCommand("/bin/cp %path " + directory + "/copy-%name").run(file);
        assertThat(directory.resolve("copy-CommitLog-8-7.log")).hasContent("x");
        assertThatThrownBy(() -> new ArchiveCommand("/bin/cp %path /no/such/%name").run(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 1: ")
                .hasMessageContaining("/no/such/CommitLog-8-7.log");
    }
}
