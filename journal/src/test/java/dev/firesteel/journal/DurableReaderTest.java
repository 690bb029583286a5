// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What can be read of a segment while it is written. */
class DurableReaderTest {
    private final JournalFixture.Recording recording = new JournalFixture.Recording();

    @Test
    void whatWasAppendedSinceTheLastTimeIsReadAsAReplayWouldReadIt() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        long segment;
        try (Journal journal = open(device)) {
            segment = append(journal, "one").segmentId();
            ReadMark mark = journal.readDurable(segment, ReadMark.BEGINNING, recording);
            assertThat(recording.texts()).containsExactly("one");
            assertThat(journal.readDurable(segment, mark, recording)).isEqualTo(mark);
            append(journal, "two");
            append(journal, "three".repeat(300)); // of several blocks
            mark = journal.readDurable(segment, mark, recording);
            assertThat(recording.texts()).containsExactly("one", "two", "three".repeat(300));
            assertThat(mark.isAtEnd()).isFalse();
        }
        assertThat(recording.entries).isEqualTo(JournalFixture.read(device).entries);
        assertThat(recording.entries).allMatch(entry -> entry.segmentId() == segment);
    }

    @Test
    void aSegmentThatWasLeftHasAnEnd() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            long segment = append(journal, "one").segmentId();
            ReadMark mark = journal.readDurable(segment, ReadMark.BEGINNING, recording);
            journal.roll(0);
            append(journal, "in the next one");
            mark = journal.readDurable(segment, mark, recording);
            assertThat(mark.isAtEnd()).isTrue();
            assertThat(journal.readDurable(segment, mark, recording)).isEqualTo(mark);
            assertThat(recording.texts()).containsExactly("one");
        }
    }

    @Test
    void nothingIsReadWhereNothingIsOrWhatIsReleased() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            long empty = journal.position().segmentId();
            assertThat(journal.readDurable(empty, ReadMark.BEGINNING, recording))
                    .isEqualTo(ReadMark.BEGINNING);
            long segment = append(journal, "one").segmentId();
            journal.roll(0);
            journal.release(segment);
            assertThat(journal.readDurable(segment, ReadMark.BEGINNING, recording))
                    .isEqualTo(ReadMark.BEGINNING);
            assertThat(recording.texts()).isEmpty();
        }
    }

    @Test
    void whatIsDurableAndCannotBeReadIsAnError() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            long segment = append(journal, "one").segmentId();
            ReadMark mark = journal.readDurable(segment, ReadMark.BEGINNING, recording);
            append(journal, "two");
            int slot = journal.segments().get(0).slot();
            Geometry geometry = Superblocks.read(device).superblock().geometry();
            device.erase(geometry.blockOffset(slot, mark.block()));
            assertThatThrownBy(() -> journal.readDurable(segment, mark, recording))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining(
                            "record "
                                    + mark.sequence()
                                    + " of segment "
                                    + segment
                                    + ", which was durable, cannot be read at byte "
                                    + geometry.blockOffset(slot, mark.block()));
            assertThat(recording.texts()).containsExactly("one");
        }
    }

    /** Several records are in flight, and complete in any order; segments follow each other. */
    @Test
    void whileOthersWriteEverythingIsReadOnceAndInOrder() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(64, 1);
        try (Journal journal = open(device, options(4))) {
            journal.endRecovery();
            List<Thread> writers =
                    IntStream.range(0, 4).mapToObj(each -> writer(journal, each)).toList();
            writers.forEach(Thread::start);
            long segment = journal.segments().get(0).id();
            ReadMark mark = ReadMark.BEGINNING;
            while (writers.stream().anyMatch(Thread::isAlive) || hasMore(journal, segment)) {
                mark = journal.readDurable(segment, mark, recording);
                if (!mark.isAtEnd()) continue;
                long left = segment;
                segment =
                        journal.segments().stream()
                                .mapToLong(SegmentInfo::id)
                                .filter(id -> id > left)
                                .findFirst()
                                .orElseThrow();
                mark = ReadMark.BEGINNING;
            }
            for (Thread each : writers) each.join();
            journal.readDurable(segment, mark, recording);
        }
        assertThat(recording.entries).hasSize(4 * 200);
        assertThat(recording.entries).isEqualTo(JournalFixture.read(device).entries);
    }

    private static boolean hasMore(Journal journal, long segment) {
        return journal.position().segmentId() > segment;
    }

    private static Thread writer(Journal journal, int number) {
        return new Thread(
                () -> {
                    for (int i = 0; i < 200; i++) {
                        try {
                            append(journal, number + "-" + i + "x".repeat(i));
                        } catch (JournalException e) {
                            throw new AssertionError(e);
                        }
                    }
                });
    }
}
