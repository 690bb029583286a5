// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.firesteel.export.SegmentDirectory;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.RecoveryCase;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
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
    private final CountDownLatch hanging = new CountDownLatch(1);
    private volatile boolean isFailing;
    private volatile long failingId = -1;
    private volatile long hangingId = -1;

    private SegmentArchive archive() {
        return archive(SegmentArchiveTest::oneEntry);
    }

    private SegmentArchive archive(SegmentArchive.Reader reader) {
        return new SegmentArchive(
                directory,
                this::command,
                segments,
                reader,
                Executors::newSingleThreadScheduledExecutor);
    }

    private void command(Path file) throws IOException, InterruptedException {
        String name = file.getFileName().toString();
        if (isFailing || name.endsWith("-" + failingId + ".log"))
            throw new IOException("no room where it should go");
        if (name.endsWith("-" + hangingId + ".log")) hanging.await();
        assertThat(Files.size(file)).isEqualTo(FIRST + MUTATION_BYTES + OVERHEAD);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        archived.add(name);
    }

    private static void oneEntry(long id, ReplayHandler handler) throws IOException {
        SegmentInfo segment = new SegmentInfo(id, 0, 8, false, 0, 0, 1 << 20, 0);
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
    void whatACrashHasLeftOfAFileGoesAndFilesStay() throws IOException {
        SegmentArchive.deleteDrafts(directory); // there may be no drafts, or no directory
        Path files = Files.createDirectory(directory.resolve(SegmentArchive.DIRECTORY));
        Files.writeString(files.resolve("CommitLog-8-7.log.new"), "in the clear");
        Files.createFile(files.resolve("CommitLog-8-6.log"));
        SegmentArchive.deleteDrafts(directory);
        assertThat(waiting()).containsExactly("CommitLog-8-6.log");
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
    void whatWaitsIsNamedUntilTheCommandHasSucceeded() throws Exception {
        SegmentArchive archive = archive();
        assertThat(archive.waiting()).isEmpty();
        isFailing = true;
        leave(7);
        archive.request();
        assertThat(segments.awaitLeft(7, 10_000)).isTrue();
        archive.awaitHandedOver(10);
        assertThat(archive.waiting()).containsExactly("CommitLog-8-7.log");
        isFailing = false;
        archive.close(10);
        assertThat(archive.waiting()).isEmpty();
    }

    @Test
    void oneThatIsWrittenToIsNotTouched() {
        leave(7);
        segments.open(8);
        archive().close(10);
        assertThat(archived).containsExactly("CommitLog-8-7.log");
        assertThat(segments.unused()).extracting(DirtySegment::id).containsExactly(7L);
    }

    /** As text, 10 would come before 9. */
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
    void aFileWhoseCommandFailsDoesNotKeepTheOthersWaiting() throws Exception {
        failingId = 7; // as ln fails if the name is taken
        leave(7, 8);
        archive().close(1);
        assertThat(archived).containsExactly("CommitLog-8-8.log");
        assertThat(waiting()).containsExactly("CommitLog-8-7.log");
    }

    @Test
    void anEndTriesOnceMoreAndWaitsForNoRetry() throws Exception {
        isFailing = true;
        leave(7);
        SegmentArchive archive = archive();
        archive.request();
        assertThat(segments.awaitLeft(7, 10_000)).isTrue();
        archive.awaitHandedOver(10); // the command has failed
        assertTimeout(Duration.ofSeconds(5), () -> archive.close(60));
        assertThat(waiting()).containsExactly("CommitLog-8-7.log");
    }

    @Test
    void aCommandThatHangsCostsTheJournalNothing() throws Exception {
        hangingId = 7;
        leave(7);
        SegmentArchive archive = archive();
        archive.request();
        assertThat(segments.awaitLeft(7, 10_000)).isTrue();
        leave(8);
        archive.request();
        assertThat(segments.awaitLeft(8, 10_000)).isTrue();
        hanging.countDown();
        archive.close(10);
        assertThat(archived).containsExactly("CommitLog-8-7.log", "CommitLog-8-8.log");
    }

    @Test
    void aSegmentThatIsDamagedIsKeptAndNotArchived() throws Exception {
        leave(7, 8);
        archive(SegmentArchiveTest::damagedIfSeven).close(1);
        assertThat(archived).containsExactly("CommitLog-8-8.log");
        assertThat(waiting()).isEmpty();
        assertThat(segments.unused()).extracting(DirtySegment::id).containsExactly(8L);
    }

    private static void damagedIfSeven(long id, ReplayHandler handler) throws IOException {
        oneEntry(id, handler);
        if (id == 7) handler.damage(damage());
    }

    private static Damage damage() {
        return new Damage(7, 0, 4096, RecoveryCase.F_DAMAGED_TAIL, "a record is lost");
    }

    /** The archive may hold intact copies from an earlier start. */
    @Test
    void damagedSegmentsOfEarlierRunsAreNotArchivedUnlessThatIsAskedFor() throws Exception {
        isFailing = true;
        SegmentArchive archive = archive();
        archive.add(SegmentArchiveTest::damaged, false);
        assertThat(waiting()).isEmpty();
        archive.add(SegmentArchiveTest::damaged, true);
        assertThat(waiting()).containsExactly("CommitLog-8-3.log", "CommitLog-8-4.log");
        archive.close(1);
    }

    private static void damaged(ReplayHandler handler) throws IOException {
        oneEntry(3, handler);
        oneEntry(4, handler);
        handler.damage(damage());
    }

    @Test
    void whatWaitsMustBeArchivedBeforeARestore() throws Exception {
        SegmentArchive.requireNoneWaiting(directory);
        isFailing = true;
        SegmentArchive archive = archive();
        archive.add(handler -> oneEntry(3, handler), false);
        archive.awaitHandedOver(10);
        assertThatThrownBy(() -> SegmentArchive.requireNoneWaiting(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1 segments in ")
                .hasMessageContaining("such as CommitLog-8-3.log");
        isFailing = false;
        archive.awaitHandedOver(10);
        SegmentArchive.requireNoneWaiting(directory);
        archive.close(1);
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
                },
                false);
        assertThat(waiting()).containsExactly("CommitLog-8-3.log", "CommitLog-8-4.log");
        archive.close(1);
    }

    @Test
    void aStartThatCannotWriteThemSaysWhatToDo() throws Exception {
        Files.writeString(directory.resolve(SegmentArchive.DIRECTORY), "in the way");
        assertThatThrownBy(() -> archive().add(handler -> oneEntry(3, handler), false))
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

    @Test
    void theCommandMayEndInABlankAndLeaveAChildBehind() throws Exception {
        Path file = directory.resolve("CommitLog-8-7.log");
        Files.writeString(file, "x");
        new ArchiveCommand("/bin/cp %path " + directory + "/copy-%name ").run(file);
        assertThat(directory.resolve("copy-CommitLog-8-7.log")).hasContent("x");
        Path script = directory.resolve("script");
        Files.writeString(script, "sleep 20 &\necho $!\nexit 3\n");
        assertTimeout(
                Duration.ofSeconds(10),
                () ->
                        assertThatThrownBy(() -> new ArchiveCommand("/bin/sh " + script).run(file))
                                .hasMessageMatching(".* ended with 3: [0-9]+"));
        assertThat(directory.resolve(ExternalCommand.OUTPUT)).doesNotExist();
    }

    /** The start goes on, replays these files and deletes them. */
    @Test
    void filesOfCassandraItselfAreArchivedWithoutAWait() throws Exception {
        hangingId = 3;
        Path stock = directory.resolve("CommitLog-8-3.log");
        Files.write(stock, new byte[FIRST + MUTATION_BYTES + OVERHEAD]);
        Files.setPosixFilePermissions(stock, PosixFilePermissions.fromString("rw-------"));
        SegmentArchive archive = archive();
        archive.addStock(List.of(stock));
        Files.delete(stock);
        assertThat(waiting()).containsExactly("CommitLog-8-3.log");
        hanging.countDown();
        archive.close(10);
        assertThat(archived).containsExactly("CommitLog-8-3.log");
        assertThat(waiting()).isEmpty();
    }

    @Test
    void aCommandThatHangsEndsWithTheNodeAndItsChildrenDo() throws Exception {
        Path children = directory.resolve("children");
        Path script =
                Files.writeString(
                        directory.resolve("script"),
                        "sleep 600 &\necho $$ $! > %1$s.new\nmv %1$s.new %1$s\nwait\n"
                                .formatted(children));
        SegmentArchive archive =
                new SegmentArchive(
                        directory,
                        new ArchiveCommand("/bin/sh " + script + " %path")::run,
                        segments,
                        SegmentArchiveTest::oneEntry,
                        Executors::newSingleThreadScheduledExecutor);
        leave(7);
        archive.request();
        await().until(() -> Files.exists(children));
        assertTimeout(Duration.ofSeconds(20), () -> archive.close(1));
        for (String pid : Files.readString(children).strip().split(" ", -1))
            await().until(() -> !isRunning(pid));
        assertThat(waiting()).containsExactly("CommitLog-8-7.log");
    }

    /** A process that has ended may be in the table until its parent asks for it. */
    private static boolean isRunning(String pid) throws IOException {
        try {
            return !Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Test
    void whatIsWaitedForIsNamedWithTheSegmentWhoseCommandRuns() throws Exception {
        SegmentDirectory waiting = new SegmentDirectory(directory.resolve("archiving"));
        Files.createDirectory(waiting.path());
        for (long id = 7; id <= 8; id++)
            Files.write(
                    waiting.path().resolve("CommitLog-8-" + id + ".log"),
                    new byte[FIRST + MUTATION_BYTES + OVERHEAD]);
        ArchiveQueue queue =
                new ArchiveQueue(
                        waiting, file -> hanging.await(), Executors.newScheduledThreadPool(1));
        queue.request();
        await().untilAsserted(
                        () ->
                                assertThat(queue.pending())
                                        .isEqualTo(
                                                "archive_command: 2 segments in %s,"
                                                        + " CommitLog-8-7.log now",
                                                waiting.path()));
        hanging.countDown();
        queue.close(10);
        assertThat(queue.pending()).contains("0 segments in ");
    }
}
