// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the damage of {@link BitRot}, and its expected outcome, against the journal itself. */
class BitRotTest {
    private static final int ENTRIES = 200;
    private static final int ENTRY_BYTES = 1_100;

    /** Long enough for blocks of zeros, in which zeroing is no damage. */
    private static final int LARGE_ENTRY_BYTES = 20_000;

    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int TRIES = 300;

    private static final String LAST_WORDS =
            "ERROR Exiting due to error while processing commit log during initialization.\n";
    private static final String DAMAGED =
            LAST_WORDS
                    + "org.apache.cassandra.db.commitlog.CommitLogReadHandler$CommitLogReadException:"
                    + " The journal is damaged: record 7 of epoch 3 has a damaged body\n";
    private static final String NO_SUPERBLOCK =
            "ERROR Firesteel: j held a Firesteel journal, but no copy of its superblock is intact\n";
    private static final List<String> OTHERS =
            List.of(
                    "",
                    LAST_WORDS + "java.lang.NullPointerException: null\n",
                    "ERROR Firesteel: j is in use by another process\n",
                    "ERROR java.net.BindException: Address already in use\n");

    @TempDir Path directory;
    private final JournalOptions options = JournalOptions.of(new Owner(UUID.randomUUID(), "rot"));
    private Path journal;

    @BeforeEach
    void fillJournal() throws IOException {
        journal = directory.resolve("journal");
        new JournalFormat(9 << 20, SEGMENT_BYTES, 28, 12).write(journal, (written, of) -> {});
        try (Journal open = Journal.open(journal, options, JournalListener.none())) {
            for (int i = 0; i < ENTRIES; i++)
                open.append(
                        ByteBuffer.allocate(i % 10 == 0 ? LARGE_ENTRY_BYTES : ENTRY_BYTES),
                        (segment, end) -> {});
        }
    }

    /** The tests of the journal try thousands more; this one tests the campaign's code. */
    @Test
    void isReportedOrHarmlessAndCanBeUndone() throws IOException {
        Path original = Files.copy(journal, directory.resolve("original"));
        int refused = 0;
        for (int seed = 0; seed < TRIES; seed++) {
            try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
                BitRot rot = BitRot.choose(bytes, new SplittableRandom(seed));
                rot.apply();
                assertThat(Files.mismatch(journal, original)).as(seed + ": " + rot).isNotNegative();
                boolean reported = isReported(rot);
                rot.undo();
                if (reported) refused++;
                assertThat(reported || !rot.mustBeRefused()).as(seed + ": " + rot).isTrue();
                assertThat(!reported || !rot.mustBeMended()).as(seed + ": " + rot).isTrue();
            }
        }
        assertThat(Files.mismatch(journal, original)).isNegative();
        assertThat(refused).isBetween(TRIES / 4, 3 * TRIES / 4);
    }

    /** Reads the journal. Without a report, all entries must be there. */
    private boolean isReported(BitRot rot) throws IOException {
        Counting counting = new Counting();
        try {
            JournalReader.read(journal, counting);
        } catch (DeviceRefusedException e) {
            assertThat(isNamed(rot, 3, "ERROR Firesteel: " + e.getMessage())).isTrue();
            return true;
        }
        if (!counting.isDamaged) assertThat(counting.entries).isEqualTo(ENTRIES);
        return counting.isDamaged;
    }

    /**
     * An empty segment may be hidden from one start and visible at the next. Its identifier may
     * have been given again, and the outcome is not the campaign's to judge.
     */
    @Test
    void aSegmentThatWasOpenedAheadIsNotTheNewest() throws IOException {
        Path copy = directory.resolve("copy");
        try (Journal open = Journal.open(journal, options, JournalListener.none())) {
            assertThat(open.hasEntriesToReplay()).isTrue();
            Files.copy(journal, copy);
        }
        try (JournalBytes bytes = JournalBytes.open(copy, JournalReader.inspect(copy))) {
            SegmentInfo newest = bytes.newest();
            assertThat(bytes.durableBlocks(newest)).isNotEmpty();
            assertThat(bytes.info().segments()).anyMatch(each -> each.id() > newest.id());
        }
    }

    /** Wipes out single records: a hole results, except at the first and the last. */
    @Test
    void aHoleIsARecordThatIsMissingBetweenOthers() throws IOException {
        try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
            assertThat(bytes.hasHole()).isFalse();
            TestScene context = new TestScene(directory, "-version");
            HoleFault.tell(context, journal);
            assertThat(context.misses()).hasSize(1);
            List<JournalBytes.Block> blocks = bytes.durableBlocks(bytes.newest());
            JournalBytes.Block inside = blocks.get(blocks.size() / 2);
            wipe(bytes, blocks.get(0));
            assertThat(bytes.hasHole()).isFalse();
            wipe(bytes, inside);
            assertThat(bytes.hasHole()).isTrue();
            HoleFault.tell(context, journal);
            assertThat(context.notes()).containsExactly("one record was overtaken");
        }
    }

    private static void wipe(JournalBytes bytes, JournalBytes.Block block) throws IOException {
        bytes.write(block.offset(), ByteBuffer.allocate(block.bytes()));
    }

    /** The last record is left out: nothing proves that it was durable. */
    @Test
    void isReportedInEveryRecordThatWasDurable() throws IOException {
        try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
            List<JournalBytes.Block> durable = bytes.durableBlocks(bytes.newest());
            assertThat(durable).isNotEmpty();
            for (JournalBytes.Block block : durable) {
                ByteBuffer before = bytes.read(block.offset(), 1);
                bytes.write(block.offset(), ByteBuffer.wrap(new byte[] {(byte) ~before.get(0)}));
                assertThat(isDamaged()).as("%s", block).isTrue();
                bytes.write(block.offset(), before);
            }
            assertThat(isDamaged()).isFalse();
        }
    }

    private boolean isDamaged() throws IOException {
        Counting counting = new Counting();
        JournalReader.read(journal, counting);
        return counting.isDamaged;
    }

    /** The bookkeeping of a free slot is not read. */
    @Test
    void oneCopyOfBookkeepingIsThatOfASlotInUse() throws IOException {
        int drawn = 0;
        try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
            Set<Long> inUse = new HashSet<>();
            for (SegmentInfo each : bytes.info().segments())
                for (int copy = 0; copy < 2; copy++)
                    inUse.add(bytes.bookkeeping(each.slot(), copy));
            assertThat(inUse).hasSizeLessThan(2 * bytes.info().slots());
            for (int seed = 0; seed < TRIES; seed++) {
                BitRot rot = BitRot.choose(bytes, new SplittableRandom(seed));
                if (!rot.toString().contains("one copy of a used slot's metadata")) continue;
                assertThat(inUse).contains(rot.blocks().get(0).offset());
                drawn++;
            }
        }
        assertThat(drawn).isPositive();
    }

    /** A taken port, and a flaw that ends the node, are no reports of the planted damage. */
    @Test
    void isNamedByTheAgentsWordsAlone() throws IOException {
        Set<String> places = new HashSet<>();
        for (int seed = 0; seed < TRIES; seed++) {
            try (JournalBytes bytes = JournalBytes.open(journal, JournalReader.inspect(journal))) {
                BitRot rot = BitRot.choose(bytes, new SplittableRandom(seed));
                places.add(rot.toString());
                boolean hasNoSuperblock = rot.toString().contains("every copy of the superblock");
                assertThat(isNamed(rot, 100, DAMAGED)).isNotEqualTo(hasNoSuperblock);
                assertThat(isNamed(rot, 3, NO_SUPERBLOCK)).isEqualTo(hasNoSuperblock);
                for (String other : OTHERS)
                    for (int exitCode : List.of(0, 1, 3, 100, 137))
                        assertThat(isNamed(rot, exitCode, other)).as(rot + other).isFalse();
            }
        }
        assertThat(places).hasSize(15);
    }

    private boolean isNamed(BitRot rot, int exitCode, String said) throws IOException {
        Path log = Files.createTempFile(directory, "system", ".log");
        LogTail tail = LogTail.at(log);
        Files.writeString(log, said);
        return rot.isNamedBy(exitCode, tail);
    }

    private static final class Counting implements ReplayHandler {
        private int entries;
        private boolean isDamaged;

        @Override
        public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
            entries++;
        }

        @Override
        public void damage(Damage damage) {
            isDamaged = true;
        }
    }
}
