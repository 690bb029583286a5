// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests reads of a segment while it is written. */
class SegmentFollowerTest {
    private final JournalFixture.Recording recording = new JournalFixture.Recording();

    @Test
    void whatWasAppendedSinceTheLastTimeIsReadAsAReplayWouldReadIt() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        long segment;
        try (Journal journal = open(device)) {
            segment = append(journal, "one").segmentId();
            SegmentFollower follower = journal.follow(segment);
            assertThat(follower.readOn(recording)).isFalse();
            assertThat(recording.texts()).containsExactly("one");
            assertThat(follower.readOn(recording)).isFalse();
            assertThat(recording.texts()).containsExactly("one");
            append(journal, "two");
            append(journal, "three".repeat(300)); // of several blocks
            assertThat(follower.readOn(recording)).isFalse();
            assertThat(recording.texts()).containsExactly("one", "two", "three".repeat(300));
        }
        assertThat(recording.entries).isEqualTo(JournalFixture.read(device).entries);
        assertThat(recording.entries).allMatch(entry -> entry.segmentId() == segment);
    }

    @Test
    void aSegmentThatWasLeftHasAnEnd() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            SegmentFollower follower = journal.follow(append(journal, "one").segmentId());
            assertThat(follower.readOn(recording)).isFalse();
            journal.roll(0);
            append(journal, "in the next one");
            assertThat(follower.readOn(recording)).isTrue();
            assertThat(follower.readOn(recording)).isTrue();
            assertThat(recording.texts()).containsExactly("one");
        }
    }

    @Test
    void nothingIsReadWhereNothingIsAndNobodyFollowsWhatIsReleased() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            SegmentFollower follower = journal.follow(journal.position().segmentId());
            assertThat(follower.readOn(recording)).isFalse();
            assertThat(recording.texts()).isEmpty();
            long segment = append(journal, "one").segmentId();
            journal.roll(0);
            journal.release(segment);
            assertThatThrownBy(() -> journal.follow(segment))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("this run writes no segment " + segment);
        }
    }

    @Test
    void whatIsDurableAndCannotBeReadIsAnError() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            long segment = append(journal, "one").segmentId();
            SegmentFollower follower = journal.follow(segment);
            follower.readOn(recording);
            append(journal, "two");
            int slot = journal.segments().get(0).slot();
            Geometry geometry = Superblocks.read(device).superblock().geometry();
            long second = geometry.blockOffset(slot, Geometry.FIRST_BLOCK + 1);
            device.erase(second);
            assertThatThrownBy(() -> follower.readOn(recording))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining(
                            "record 2 of segment "
                                    + segment
                                    + ", which was durable, cannot be read at byte "
                                    + second);
            assertThat(recording.texts()).containsExactly("one");
        }
    }

    /** A drive may return zeros once instead of the content. */
    @Test
    void aDriveThatAnswersWronglyForOnceIsAskedAgain() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        AtomicInteger wrongAnswers = new AtomicInteger();
        BlockDevice liar =
                new ForwardingDevice(device) {
                    @Override
                    public void read(long offset, ByteBuffer target) throws IOException {
                        ByteBuffer answer = target.duplicate();
                        super.read(offset, target);
                        if (wrongAnswers.getAndUpdate(left -> Math.max(0, left - 1)) > 0)
                            while (answer.hasRemaining()) answer.put((byte) 0);
                    }
                };
        try (Journal journal = open(liar)) {
            SegmentFollower follower = journal.follow(append(journal, "one").segmentId());
            wrongAnswers.set(1);
            follower.readOn(recording);
            assertThat(wrongAnswers.get()).isZero();
            assertThat(recording.texts()).containsExactly("one");
        }
    }

    /** The segment is larger than one read, and so is one of its records. */
    @Test
    void whatIsLargeIsReadInPieces() throws IOException {
        int segmentBytes = 8 << 20;
        JournalFormat format =
                new JournalFormat(Geometry.SLOTS_OFFSET + 8L * segmentBytes, segmentBytes, 28, 12);
        FaultyBlockDevice device = new FaultyBlockDevice(512, format.sizeBytes(), false, 1);
        format.write(device, InstantSource.system(), (bytes, of) -> {});
        try (Journal journal = open(device)) {
            long segment = append(journal, "x".repeat(3 << 20)).segmentId();
            SegmentFollower follower = journal.follow(segment);
            for (int i = 0; i < 60; i++) append(journal, i + "y".repeat(20_000 + i));
            follower.readOn(recording);
        }
        assertThat(recording.entries).hasSize(61);
        assertThat(recording.entries).isEqualTo(JournalFixture.read(device).entries);
    }

    /** Several records are in flight and complete in any order; segments follow each other. */
    @Test
    void whileOthersWriteEverythingIsReadOnceAndInOrder() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(64, 1);
        try (Journal journal = open(device, options(4))) {
            journal.endRecovery();
            List<Thread> writers =
                    IntStream.range(0, 4).mapToObj(each -> writer(journal, each)).toList();
            writers.forEach(Thread::start);
            SegmentFollower follower = journal.follow(journal.segments().get(0).id());
            long segment = journal.segments().get(0).id();
            while (writers.stream().anyMatch(Thread::isAlive) || hasMore(journal, segment)) {
                if (!follower.readOn(recording)) continue;
                long left = segment;
                segment =
                        journal.segments().stream()
                                .mapToLong(SegmentInfo::id)
                                .filter(id -> id > left)
                                .findFirst()
                                .orElseThrow();
                follower = journal.follow(segment);
            }
            for (Thread each : writers) each.join();
            follower.readOn(recording);
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
