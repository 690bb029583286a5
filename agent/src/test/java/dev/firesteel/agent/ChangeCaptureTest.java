// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.firesteel.export.CdcDirectory;
import dev.firesteel.export.CdcFile;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.exceptions.CDCWriteException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeCaptureTest {
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int VERSION = 8;
    private static final int FIRST = 28;
    private static final int MUTATION_BYTES = 100;
    private static final int OVERHEAD = 12;
    private static final int END = FIRST + MUTATION_BYTES + OVERHEAD;
    private static final String AT_END = "%09d".formatted(END);

    @TempDir Path directory;

    private final DirtySegments segments = new DirtySegments(false);
    private final AtomicInteger captured = new AtomicInteger();
    private volatile boolean blocks = true;
    private volatile boolean isFailing;
    private volatile boolean isAtEnd;
    private volatile long unreadable;
    private volatile long faulty;

    @SuppressWarnings("NullAway.Init")
    private ChangeCapture capture;

    @BeforeEach
    void open() {
        open(8 * SEGMENT_BYTES);
    }

    private void open(long totalBytes) {
        open(totalBytes, 1);
    }

    private void open(long totalBytes, int checkMillis) {
        capture =
                new ChangeCapture(
                        new CdcSettings(directory, totalBytes, () -> blocks, checkMillis),
                        SEGMENT_BYTES,
                        segments,
                        this::follow,
                        Executors.newSingleThreadScheduledExecutor());
    }

    @AfterEach
    void close() {
        capture.close(10);
    }

    /** Returns a follower of a segment with one entry. */
    private ChangeCapture.Follower follow(long id) {
        AtomicBoolean wasRead = new AtomicBoolean();
        return handler -> {
            if (isFailing) throw new IOException("the drive is broken");
            if (id == unreadable) throw new IOException("this segment cannot be read");
            if (id == faulty) throw new IllegalStateException("a fault of the program");
            if (!wasRead.getAndSet(true)) oneEntry(id, handler);
            return isAtEnd;
        };
    }

    private static void oneEntry(long id, ReplayHandler handler) throws IOException {
        SegmentInfo segment = new SegmentInfo(id, 0, VERSION, false, 0, 0, SEGMENT_BYTES, 0);
        handler.entry(segment, FIRST, END, ByteBuffer.allocate(MUTATION_BYTES));
    }

    private String index(long id) throws IOException {
        Path file = directory.resolve("CommitLog-" + VERSION + "-" + id + "_cdc.idx");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private Path file(long id) {
        return directory.resolve("CommitLog-" + VERSION + "-" + id + ".log");
    }

    private List<Long> unused() {
        return segments.unused().stream().map(DirtySegment::id).toList();
    }

    @Test
    void aSegmentIsCopiedWhileItIsWrittenAndKeptUntilAllOfItIs() {
        segments.markCdc(7);
        capture.begin(captured::incrementAndGet);
        await().until(() -> index(7).equals(AT_END));
        segments.close(7);
        assertThat(unused()).isEmpty();
        isAtEnd = true;
        await().until(() -> captured.get() == 1);
        assertThat(unused()).containsExactly(7L);
        await().until(() -> index(7).equals(AT_END + "\nCOMPLETED"));
    }

    /**
     * A consumer that pauses between two reads must not see an earlier offset together with the
     * end.
     */
    @Test
    void theEndIsToldAfterTheLastOffset() {
        isAtEnd = true;
        segments.markCdc(7);
        segments.close(7);
        capture.begin(captured::incrementAndGet);
        await().pollInterval(Duration.ofMillis(5)).until(() -> index(7).equals(AT_END));
        await().until(() -> index(7).equals(AT_END + "\nCOMPLETED"));
    }

    @Test
    void theEndIsToldAfterTheLastOffsetOfEarlierRuns() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<?> recovery =
                    executor.submit(
                            () -> {
                                capture.addRecovered(handler -> oneEntry(5, handler), Set.of(5L));
                                return null;
                            });
            await().pollInterval(Duration.ofMillis(5)).until(() -> index(5).equals(AT_END));
            recovery.get();
            assertThat(index(5)).isEqualTo(AT_END + "\nCOMPLETED");
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void aSegmentWithoutAnEntryForItIsNotCopied() throws IOException {
        segments.open(7);
        segments.close(7);
        assertThat(unused()).containsExactly(7L);
        capture.begin(captured::incrementAndGet);
        capture.close(10);
        assertThat(new CdcDirectory(directory).bytes()).isZero();
    }

    @Test
    void whatCannotBeCopiedIsTriedAgainAndNotGivenUp() {
        isFailing = true;
        isAtEnd = true;
        segments.markCdc(7);
        segments.close(7);
        capture.begin(captured::incrementAndGet);
        await().pollDelay(Duration.ofMillis(50)).until(() -> unused().isEmpty());
        isFailing = false;
        await().until(() -> unused().equals(List.of(7L)));
    }

    @Test
    void aSegmentThatCannotBeCopiedCostsNoOther() {
        unreadable = 7;
        faulty = 8;
        for (long id = 7; id <= 9; id++) segments.markCdc(id);
        capture.begin(captured::incrementAndGet);
        await().until(() -> index(9).equals(AT_END));
        assertThat(file(7)).doesNotExist();
        assertThat(file(8)).doesNotExist();
    }

    @Test
    void whatIsThereWhenTheNodeStopsIsCopied() throws IOException {
        segments.markCdc(7);
        segments.close(7);
        isAtEnd = true;
        capture.close(10);
        assertThat(index(7)).isEqualTo(AT_END + "\nCOMPLETED");
        assertThat(unused()).containsExactly(7L);
    }

    @Test
    void writesAreRejectedWhileThereIsNoRoomAndTheyAreToBe() throws IOException {
        occupy(1, 8 * SEGMENT_BYTES);
        capture.begin(captured::incrementAndGet);
        await().until(this::rejects);
        assertThatThrownBy(capture::requireRoom)
                .isInstanceOf(CDCWriteException.class)
                .hasMessageContaining(
                        "more than cdc_total_space, 8388608 bytes, in "
                                + directory
                                + ". Have the consumers delete the files that they have read");
        assertThat(file(1)).exists();
        Files.delete(file(1));
        await().until(() -> !rejects());
    }

    private boolean rejects() {
        try {
            capture.requireRoom();
            return false;
        } catch (CDCWriteException e) {
            return true;
        }
    }

    @Test
    void theOldestFilesAreDeletedWhereWritesAreNotToBeRejected() throws IOException {
        for (long id = 1; id <= 3; id++) occupy(id, 3 * SEGMENT_BYTES);
        blocks = false;
        segments.markCdc(4);
        capture.begin(captured::incrementAndGet);
        await().until(() -> !Files.exists(file(1)) && Files.exists(file(4)));
        assertThatCode(capture::requireRoom).doesNotThrowAnyException();
        assertThat(file(3)).exists();
    }

    private void occupy(long id, long bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(file(id).toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    @Test
    void segmentsOfEarlierRunsAreCompleted() throws IOException {
        try (CdcFile begun = new CdcDirectory(directory).open(VERSION, 6, SEGMENT_BYTES)) {
            begun.entry(FIRST, END, ByteBuffer.allocate(MUTATION_BYTES));
            begun.publish();
        }
        capture.addRecovered(
                handler -> {
                    for (long id = 4; id <= 7; id++) oneEntry(id, handler);
                },
                Set.of(5L, 7L));
        assertThat(file(4)).doesNotExist();
        for (long id = 5; id <= 7; id++) assertThat(index(id)).isEqualTo(AT_END + "\nCOMPLETED");
    }

    /** A consumer may be about to delete the file. */
    @Test
    void whatIsCompleteIsNotTouchedAgain() throws IOException {
        capture.addRecovered(handler -> oneEntry(5, handler), Set.of(5L));
        Files.writeString(file(5), "as the consumer knows it");
        capture.addRecovered(handler -> oneEntry(5, handler), Set.of(5L));
        assertThat(file(5)).hasContent("as the consumer knows it");
    }

    @Test
    void aStartThatCannotCopySaysWhatToDo() throws IOException {
        Files.createDirectory(file(5));
        assertThatThrownBy(() -> capture.addRecovered(handler -> oneEntry(5, handler), Set.of(5L)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("set cdc_enabled: false in cassandra.yaml");
    }

    private Path indexFile(long id) {
        return directory.resolve("CommitLog-" + VERSION + "-" + id + "_cdc.idx");
    }

    private void remove(String what) throws IOException {
        if (!what.equals("log")) Files.delete(indexFile(7));
        if (!what.equals("index")) Files.delete(file(7));
    }

    private void assertOffered() throws IOException {
        ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file(7)));
        assertThat(content.getInt(FIRST)).isEqualTo(MUTATION_BYTES);
    }

    /** As by hand, for space. */
    @ParameterizedTest
    @ValueSource(strings = {"log", "index", "both"})
    void filesThatAreRemovedTooEarlyComeAgain(String what) throws IOException {
        segments.markCdc(7);
        capture.begin(captured::incrementAndGet);
        await().until(() -> index(7).equals(AT_END));
        remove(what);
        await().until(() -> index(7).equals(AT_END) && Files.exists(file(7)));
        assertOffered();
        segments.close(7);
        isAtEnd = true;
        await().until(() -> index(7).equals(AT_END + "\nCOMPLETED"));
        assertOffered();
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "index", "both"})
    void filesThatAreRemovedBeforeTheNodeStopsComeAgain(String what) throws IOException {
        capture.close(10);
        open(8 * SEGMENT_BYTES, 1_000_000);
        segments.markCdc(7);
        capture.begin(captured::incrementAndGet);
        await().until(() -> index(7).equals(AT_END));
        remove(what);
        segments.close(7);
        isAtEnd = true;
        capture.close(10);
        assertThat(index(7)).isEqualTo(AT_END + "\nCOMPLETED");
        assertOffered();
    }
}
