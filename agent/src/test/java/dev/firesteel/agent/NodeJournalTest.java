// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.agent.lifetime.LifetimeMap;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.commitlog.IntervalSet;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the positions that Cassandra uses as the bounds of a memtable's writes. */
class NodeJournalTest {
    private static final TableId T = TableId.fromUUID(new UUID(0, 1));
    private static final int MIB = 1 << 20;

    @TempDir Path directory;

    @SuppressWarnings("NullAway.Init")
    private NodeJournal journal;

    @BeforeEach
    void open() throws IOException, Refusal {
        Path file = directory.resolve("journal");
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
                        JournalOptions.DEFAULT_FULL_WAIT,
                        JournalOptions.MIN_RESERVE_SEGMENTS,
                        true,
                        LifetimeMap.preset("off").orElseThrow(),
                        null,
                        0,
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

    private CommitLogPosition append() throws IOException {
        return journal.append(ByteBuffer.allocate(100), List.of(T), false);
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
    void aFlushCoversTheWritesOfItsMemtable() throws IOException {
        CommitLogPosition lower = journal.position();
        CommitLogPosition first = append();
        CommitLogPosition last = append();
        IntervalSet<CommitLogPosition> flushed = flushed(lower, journal.position());
        assertThat(flushed.contains(first)).isTrue();
        assertThat(flushed.contains(last)).isTrue();
    }

    @Test
    void aFlushDoesNotCoverTheLastWriteOfTheMemtableBefore() throws IOException {
        CommitLogPosition ofTheMemtableBefore = append();
        CommitLogPosition lower = journal.position();
        append();
        assertThat(flushed(lower, journal.position()).contains(ofTheMemtableBefore)).isFalse();
    }

    @Test
    void aFlushDoesNotCoverTheFirstWriteOfTheMemtableBehind() throws IOException {
        CommitLogPosition lower = journal.position();
        append();
        CommitLogPosition upper = journal.position();
        assertThat(flushed(lower, upper).contains(append())).isFalse();
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
