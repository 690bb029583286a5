// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdcFileTest {
    private static final int VERSION = 8;
    private static final long ID = 1_763_800_000_123L;
    private static final int FIRST = 28;
    private static final int OVERHEAD = 12;
    private static final int MUTATION_BYTES = 100;
    private static final int SEGMENT_BYTES = 1 << 20;

    @TempDir Path path;

    private CdcDirectory directory() {
        return new CdcDirectory(path);
    }

    private CdcFile open() throws IOException {
        return directory().open(VERSION, ID, SEGMENT_BYTES);
    }

    private Path file() {
        return path.resolve("CommitLog-8-" + ID + ".log");
    }

    private String index() throws IOException {
        return Files.readString(path.resolve("CommitLog-8-" + ID + "_cdc.idx"));
    }

    private static int start(int number) {
        return FIRST + number * (MUTATION_BYTES + OVERHEAD);
    }

    private static void put(CdcFile file, int from, int to) throws IOException {
        for (int i = from; i < to; i++) file.entry(start(i), start(i + 1), mutation(i));
    }

    private static ByteBuffer mutation(int number) {
        byte[] bytes = new byte[MUTATION_BYTES];
        new Random(number).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private void assertHolds(int count) throws IOException {
        StockReader reader = StockReader.readWhileWritten(file());
        assertThat(reader.entries).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(reader.entries.get(i).start()).isEqualTo(start(i));
            assertThat(reader.entries.get(i).mutation()).isEqualTo(mutation(i));
        }
    }

    @Test
    void consumersSeeWhatWasPublishedAndNothingBehindIt() throws IOException {
        try (CdcFile file = open()) {
            put(file, 0, 3);
            file.publish();
            assertThat(index()).isEqualTo("000000364");
            assertHolds(3);
            put(file, 3, 11_000); // more than the buffer holds back
            assertHolds(3);
            assertThat(Files.size(file())).isGreaterThan(start(9_000));
            file.publish();
            assertThat(index()).isEqualTo("001232028");
            assertHolds(11_000);
        }
    }

    @Test
    void whatIsCompleteSaysSo() throws IOException {
        try (CdcFile file = open()) {
            put(file, 0, 3);
            file.publish();
            assertThat(directory().isCompleted(VERSION, ID)).isFalse();
            put(file, 3, 4);
            file.publish();
            file.complete();
        }
        assertThat(index()).isEqualTo("000000476\nCOMPLETED");
        assertThat(directory().isCompleted(VERSION, ID)).isTrue();
        assertHolds(4);
    }

    @Test
    void whatIsBegunAnewNeverShowsLessThanBefore() throws IOException {
        try (CdcFile file = open()) {
            put(file, 0, 5);
            file.publish();
            put(file, 5, 6);
        }
        try (CdcFile file = open()) {
            assertHolds(5);
            put(file, 0, 3);
            file.publish();
            assertThat(index()).isEqualTo("000000588");
            assertHolds(5);
            put(file, 3, 8);
            assertHolds(5);
            file.publish();
            file.complete();
        }
        assertThat(index()).isEqualTo("000000924\nCOMPLETED");
        assertHolds(8);
    }

    /** The published entry is durable; the journal may have lost it since. */
    @Test
    void whatConsumersWereToldOfIsNotWrittenAgain() throws IOException {
        try (CdcFile file = open()) {
            put(file, 0, 5);
            file.publish();
        }
        try (CdcFile file = open()) {
            put(file, 0, 2);
            file.entry(start(3), start(4), mutation(99)); // behind a hole, with another content
            put(file, 4, 6);
            file.publish();
            file.complete();
        }
        assertHolds(6);
    }

    @Test
    void whatIsNoIndexIsReplaced() throws IOException {
        Files.writeString(path.resolve("CommitLog-8-" + ID + "_cdc.idx"), "no index, and long");
        try (CdcFile file = open()) {
            put(file, 0, 1);
            file.publish();
        }
        assertThat(index()).isEqualTo("000000140");
    }

    @Test
    void whatNoSegmentCouldHoldIsRefused() throws IOException {
        int end = SegmentFormat.largestEnd(SEGMENT_BYTES) + 1;
        try (CdcFile file = open()) {
            assertThatThrownBy(() -> file.entry(end - MUTATION_BYTES - OVERHEAD, end, mutation(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no segment of 1048576 bytes extends to " + end);
        }
    }

    @Test
    void theSmallestMutationsOfASegmentFitBelowItsEnd() {
        int smallest = 17;
        int entries = SEGMENT_BYTES / (smallest + Integer.BYTES);
        assertThat(SegmentFormat.largestEnd(SEGMENT_BYTES))
                .isGreaterThanOrEqualTo(FIRST + entries * (smallest + OVERHEAD));
        assertThat(SegmentFormat.largestEnd(512 << 20)).isBetween(1, 999_999_999); // 9 digits
    }

    @Test
    void aFileCountsWithWhatItMayComeToUntilItIsComplete() throws IOException {
        Files.writeString(path.resolve("a consumer's own"), "12345");
        try (CdcFile file = open()) {
            put(file, 0, 1);
            file.publish();
            assertThat(directory().bytes()).isGreaterThan(SEGMENT_BYTES);
            file.complete();
        }
        assertThat(directory().bytes()).isEqualTo(start(1) + index().length() + 5);
    }

    @Test
    void theOldestAreDeletedFirst() throws IOException {
        for (long id : new long[] {11, 9, 10})
            try (CdcFile file = directory().open(VERSION, id, SEGMENT_BYTES)) {
                put(file, 0, 1);
                file.publish();
                file.complete();
            }
        assertThat(directory().deleteOldest(1, Long.MAX_VALUE)).isGreaterThan(start(1));
        assertThat(directory().holds(VERSION, 9)).isFalse();
        assertThat(directory().holds(VERSION, 10)).isTrue();
        assertThat(directory().deleteOldest(Long.MAX_VALUE, 11)).isPositive();
        assertThat(path.toFile().list())
                .containsExactlyInAnyOrder("CommitLog-8-11.log", "CommitLog-8-11_cdc.idx");
    }

    @Test
    void whatCannotBeMadeIsAnError() {
        CdcDirectory missing = new CdcDirectory(path.resolve("missing"));
        assertThatThrownBy(() -> missing.open(VERSION, ID, SEGMENT_BYTES))
                .isInstanceOf(IOException.class);
    }

    private Path indexPath() {
        return path.resolve("CommitLog-8-" + ID + "_cdc.idx");
    }

    /** A consumer that pauses would take the earlier offset for the last one. */
    @Test
    void anEntryThatIsNotPublishedIsNotCompleted() throws IOException {
        try (CdcFile file = open()) {
            put(file, 0, 1);
            file.publish();
            put(file, 1, 2);
            assertThatThrownBy(file::complete).isInstanceOf(IllegalStateException.class);
        }
        assertThat(index()).isEqualTo("000000140");
    }

    @Test
    void noticesThatItsFileOrIndexIsNotWhereConsumersLookAnyMore() throws IOException {
        try (CdcFile file = open()) {
            assertThat(file.isLost()).as("without an index").isFalse();
            put(file, 0, 3);
            file.publish();
            assertThat(file.isLost()).isFalse();
            Path kept = Files.move(indexPath(), path.resolve("kept"));
            assertThat(file.isLost()).as("without its index").isTrue();
            Files.copy(kept, indexPath());
            assertThat(file.isLost()).as("with a copy of its index").isTrue();
            Files.delete(indexPath());
            Files.move(kept, indexPath());
            assertThat(file.isLost()).isFalse();
            Files.move(file(), kept);
            assertThat(file.isLost()).as("without its file").isTrue();
            Files.createFile(file());
            assertThat(file.isLost()).as("with another file").isTrue();
            Files.delete(file());
            Files.move(kept, file());
            Files.newOutputStream(file()).close();
            assertThat(file.isLost()).as("truncated").isTrue();
        }
    }

    @Test
    void aFileThatWasRemovedIsWrittenAgainFromItsBeginning() throws IOException {
        try (CdcFile file = open()) {
            put(file, 0, 5);
            file.publish();
            Files.delete(file());
        }
        try (CdcFile file = open()) {
            assertThat(indexPath()).as("an index without its file").doesNotExist();
            put(file, 0, 6);
            file.publish();
            assertHolds(6);
            Files.delete(indexPath());
        }
        try (CdcFile file = open()) {
            put(file, 0, 7);
            file.publish();
            file.complete();
        }
        assertThat(index()).isEqualTo("000000812\nCOMPLETED");
        assertHolds(7);
    }
}
