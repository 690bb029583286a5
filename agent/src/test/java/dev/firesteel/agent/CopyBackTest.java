// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.PendingAppend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyBackTest {
    private static final int MIB = 1 << 20;

    @TempDir Path directory;

    private Path file = Path.of("");
    private Path beside = Path.of("");

    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile CountDownLatch arrived = new CountDownLatch(0);

    @SuppressWarnings("NullAway.Init")
    private Journal journal;

    @SuppressWarnings("NullAway.Init")
    private CopyBack copyBack;

    @BeforeEach
    void openAndDelete() throws IOException {
        file = directory.resolve("journal");
        beside = directory.resolve("journal.rescued");
        new JournalFormat(
                        (JournalFormat.MIN_SEGMENTS + 1) * MIB,
                        MIB,
                        JournalCheck.POSITION_BASE,
                        JournalCheck.POSITION_OVERHEAD)
                .write(file, (done, total) -> {});
        journal =
                Journal.open(
                        file,
                        new JournalOptions(
                                new Owner(new UUID(0, 1), "node"),
                                7,
                                0,
                                1,
                                JournalOptions.DEFAULT_FULL_WAIT,
                                JournalOptions.MIN_RESERVE_SEGMENTS),
                        new JournalListener() {
                            @Override
                            public void recordWritten(long nanos, int bytes) {
                                hold();
                            }
                        });
        copyBack = new CopyBack(file, journal);
        append();
        Files.delete(file);
    }

    /** Holds a record that is on the device, and not acknowledged yet. */
    private void hold() {
        arrived.countDown();
        try {
            held.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
    }

    private void append() throws IOException {
        journal.append(ByteBuffer.allocate(100), (segment, offset) -> {});
    }

    @Test
    void aCopyHasEveryAppend() throws IOException {
        append();
        assertThat(copyBack.isMade()).isFalse();
        assertThat(copyBack.make()).isTrue();
        assertThat(copyBack.isMade()).isTrue();
        assertThat(JournalReader.count(file).entries()).isEqualTo(2);
        assertThat(directory.toFile().list()).hasSize(1);
    }

    @Test
    void aCopyThatIsThereIsLeftAlone() throws IOException {
        assertThat(copyBack.make()).isTrue();
        Object before = Files.getAttribute(file, "unix:ino");
        assertThat(copyBack.make()).isTrue();
        assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(before);
        Files.delete(file);
        assertThat(copyBack.isKept()).isFalse();
        assertThat(copyBack.make()).isTrue();
        assertThat(JournalReader.count(file).entries()).isEqualTo(1);
    }

    /** A process was killed while it wrote one. */
    @Test
    void anIncompleteCopyIsReplaced() throws IOException {
        Path incomplete = Files.writeString(directory.resolve("journal.firesteel-copy"), "half");
        assertThat(copyBack.make()).isTrue();
        assertThat(incomplete).doesNotExist();
        assertThat(JournalReader.count(file).entries()).isEqualTo(1);
    }

    /** A new file often gets the number of the inode of the one that was deleted. */
    @Test
    void anotherFileInItsPlaceIsNotTakenForTheCopy() throws IOException {
        assertThat(copyBack.make()).isTrue();
        Files.delete(file);
        Files.createFile(file);
        assertThat(copyBack.make()).isTrue();
        assertThat(file).isEmptyFile();
        assertThat(JournalReader.count(beside).entries()).isEqualTo(1);
    }

    /** It would be acknowledged after the copy, and not be in it. */
    @Test
    void aCopyIsNotBegunBeforeAPendingAppendIsSettled() throws Exception {
        held = new CountDownLatch(1);
        arrived = new CountDownLatch(1);
        PendingAppend pending = journal.submit(ByteBuffer.allocate(100), (segment, offset) -> {});
        arrived.await();
        CompletableFuture<Boolean> made = CompletableFuture.supplyAsync(copyBack::make);
        await().during(Duration.ofMillis(200)).until(() -> !made.isDone() && !Files.exists(file));
        held.countDown();
        assertThat(made.get(60, TimeUnit.SECONDS)).isTrue();
        pending.await();
        assertThat(JournalReader.count(file).entries()).isEqualTo(2);
    }

    @Test
    void aCopyGoesWhereALinkToTheJournalLeads() throws IOException {
        Path link = directory.resolve("link");
        Files.createFile(file);
        Files.createSymbolicLink(link, file);
        CopyBack linked = new CopyBack(link, journal);
        Files.delete(file);
        assertThat(linked.make()).isTrue();
        assertThat(link).isSymbolicLink();
        assertThat(JournalReader.count(file).entries()).isEqualTo(1);
    }

    @Test
    void noOtherFileIsReplaced() throws IOException {
        Files.createFile(file);
        Files.createSymbolicLink(beside, directory.resolve("nowhere"));
        Path next = directory.resolve("journal.rescued2");
        assertThat(copyBack.make()).isTrue();
        assertThat(file).isEmptyFile();
        assertThat(beside).isSymbolicLink();
        assertThat(JournalReader.count(next).entries()).isEqualTo(1);
        assertThat(copyBack.isKept()).isTrue();
        Files.delete(next);
        assertThat(copyBack.isKept()).isFalse();
        assertThat(copyBack.isMade()).isTrue();
    }

    @Test
    void withoutAFreeNameThereIsNoCopy() throws IOException {
        Files.createFile(file);
        Files.createFile(beside);
        for (int i = 2; i < 10; i++) Files.createFile(directory.resolve("journal.rescued" + i));
        assertThat(copyBack.make()).isFalse();
        assertThat(file).isEmptyFile();
        assertThat(beside).isEmptyFile();
    }
}
