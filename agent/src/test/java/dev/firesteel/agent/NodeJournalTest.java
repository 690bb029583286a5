// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.agent.lifetime.LifetimeMap;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.commitlog.IntervalSet;
import org.apache.cassandra.schema.TableId;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the positions that Cassandra uses as the bounds of a memtable's writes. */
class NodeJournalTest {
    private static final TableId T = TableId.fromUUID(new UUID(0, 1));
    private static final int MIB = 1 << 20;

    @TempDir Path directory;

    private Path file = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private NodeJournal journal;

    @BeforeEach
    void open() throws IOException, Refusal {
        file = directory.resolve("journal");
        new JournalFormat(
                        (JournalFormat.MIN_SEGMENTS + 1) * MIB,
                        MIB,
                        JournalCheck.POSITION_BASE,
                        JournalCheck.POSITION_OVERHEAD)
                .write(file, (done, total) -> {});
        Settings settings =
                new Settings(
                        file,
                        false,
                        1,
                        Duration.ofMinutes(1),
                        JournalOptions.MIN_RESERVE_SEGMENTS,
                        true,
                        LifetimeMap.preset("off").orElseThrow(),
                        null,
                        0,
                        true,
                        null);
        CassandraLimits limits =
                new CassandraLimits(
                        directory, "node", 7, 0, MIB / 4, JournalFormat.MIN_SEGMENTS * MIB);
        journal =
                new JournalOpener(
                                settings, limits, nanos -> {}, Thread::new, null, null, null, null)
                        .open();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    /** Limits the files of this process. A journal that cannot grow gets full. */
    private static void limitFileSize(Object bytes) throws Exception {
        long self = ProcessHandle.current().pid();
        Process limit =
                new ProcessBuilder("prlimit", "--pid", "" + self, "--fsize=" + bytes + ":")
                        .inheritIO()
                        .start();
        assertThat(limit.waitFor()).isZero();
    }

    /** Ignores that commit_failure_policy, which acts on a thread of its own, needs a node. */
    private static ConditionFactory awaitDespitePolicy() {
        return await().atMost(Duration.ofMinutes(1)).dontCatchUncaughtExceptions();
    }

    private CommitLogPosition append() {
        return append(100);
    }

    private CommitLogPosition append(int bytes) {
        try {
            return journal.append(ByteBuffer.allocate(bytes), List.of(T), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the interval that a replay skips once the memtable between the two positions is in an
     * SSTable.
     */
    private static IntervalSet<CommitLogPosition> flushed(
            CommitLogPosition lower, CommitLogPosition upper) {
        return new IntervalSet<>(lower, upper);
    }

    @Test
    void aFlushCoversTheWritesOfItsMemtable() {
        CommitLogPosition lower = journal.position();
        CommitLogPosition first = append();
        CommitLogPosition last = append();
        IntervalSet<CommitLogPosition> flushed = flushed(lower, journal.position());
        assertThat(flushed.contains(first)).isTrue();
        assertThat(flushed.contains(last)).isTrue();
    }

    @Test
    void aFlushDoesNotCoverTheLastWriteOfTheMemtableBefore() {
        CommitLogPosition ofTheMemtableBefore = append();
        CommitLogPosition lower = journal.position();
        append();
        assertThat(flushed(lower, journal.position()).contains(ofTheMemtableBefore)).isFalse();
    }

    @Test
    void aFlushDoesNotCoverTheFirstWriteOfTheMemtableBehind() {
        CommitLogPosition lower = journal.position();
        append();
        CommitLogPosition upper = journal.position();
        assertThat(flushed(lower, upper).contains(append())).isFalse();
    }

    /** Otherwise a flush would give it space, and the copy would lack an acknowledged write. */
    @Test
    void aWriterThatWaitsForSpaceIsRejectedWhenTheFileIsDeleted() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit is not installed");
        AtomicInteger acknowledged = new AtomicInteger();
        CompletableFuture<Void> writer;
        limitFileSize(Files.size(file));
        try {
            writer = CompletableFuture.runAsync(() -> appendForEver(acknowledged));
            AtomicInteger before = new AtomicInteger();
            await().pollInterval(Duration.ofMillis(500))
                    .until(() -> before.getAndSet(acknowledged.get()) == acknowledged.get());
            Files.delete(file);
            awaitDespitePolicy().until(() -> Files.exists(file));
        } finally {
            limitFileSize("unlimited");
        }
        assertThat(acknowledged.get()).isPositive();
        assertThat(writer).isNotDone();
        journal.discardCompleted(T, CommitLogPosition.NONE, journal.position());
        assertThatThrownBy(() -> writer.get(60, TimeUnit.SECONDS))
                .hasMessageContaining("the file of the journal was deleted");
        assertThat(JournalReader.count(file).entries()).isEqualTo(acknowledged.get());
    }

    private void appendForEver(AtomicInteger acknowledged) {
        while (true) {
            append(MIB / 4);
            acknowledged.incrementAndGet();
        }
    }

    @Test
    void aDrainSaysWhatWaitsForTheArchive() {
        assertThat(NodeJournal.drained(List.of()))
                .isEqualTo("The journal is drained; Cassandra may start with or without Firesteel");
        assertThat(NodeJournal.drained(List.of("CommitLog-8-7.log", "CommitLog-8-8.log")))
                .startsWith(
                        "The journal is drained, but 2 segments wait for archive_command, such as"
                                + " CommitLog-8-7.log: start this node with Firesteel until none"
                                + " waits.");
    }

    @Test
    void aCloseSaysWhyTheJournalIsNotDrained() {
        String end = ": start this node with Firesteel again";
        assertThat(NodeJournal.notDrained(false, false))
                .isEqualTo(NodeJournal.notDrained(false, true))
                .isEqualTo("The journal holds writes that are not in SSTables" + end);
        assertThat(NodeJournal.notDrained(true, true))
                .isEqualTo(
                        "The journal holds writes that the archive or change data capture still"
                                + " needs"
                                + end);
        assertThat(NodeJournal.notDrained(true, false))
                .isEqualTo(
                        "The journal has failed, and still holds writes that are in SSTables"
                                + end);
    }
}
