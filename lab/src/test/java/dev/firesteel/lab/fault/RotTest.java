// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage of which {@link Rot} knows what must come of it, against the journal itself. */
class RotTest {
    private static final int ENTRIES = 200;
    private static final int ENTRY_BYTES = 1_100;
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int TRIES = 300;

    @TempDir Path directory;
    private Path journal;

    @BeforeEach
    void fillJournal() throws IOException {
        journal = directory.resolve("journal");
        new JournalFormat(9 << 20, SEGMENT_BYTES, 28, 12).write(journal, (written, of) -> {});
        JournalOptions options = JournalOptions.of(new Owner(UUID.randomUUID(), "rot"));
        try (Journal open = Journal.open(journal, options, JournalListener.none())) {
            for (int i = 0; i < ENTRIES; i++)
                open.append(ByteBuffer.allocate(ENTRY_BYTES), (segment, end) -> {});
        }
    }

    /** Thousands more of these are tried where the journal is tested; here it is ours that is. */
    @Test
    void isReportedOrHarmlessAndCanBeUndone() throws IOException {
        byte[] before = Files.readAllBytes(journal);
        int refused = 0;
        for (int seed = 0; seed < TRIES; seed++) {
            try (JournalBytes bytes = JournalBytes.open(journal, Journal.inspect(journal))) {
                Rot rot = Rot.choose(bytes, new SplittableRandom(seed));
                rot.apply();
                boolean reported = isReported();
                rot.undo();
                if (reported) refused++;
                assertThat(reported || !rot.mustBeRefused()).as(seed + ": " + rot).isTrue();
                assertThat(!reported || !rot.mustBeMended()).as(seed + ": " + rot).isTrue();
            }
        }
        assertThat(Files.readAllBytes(journal)).isEqualTo(before);
        assertThat(refused).isBetween(TRIES / 4, 3 * TRIES / 4);
    }

    /** Reads it. What is not reported must all be there. */
    private boolean isReported() throws IOException {
        Counting counting = new Counting();
        try {
            Journal.read(journal, counting);
        } catch (DeviceRefusedException e) {
            return true;
        }
        if (!counting.isDamaged) assertThat(counting.entries).isEqualTo(ENTRIES);
        return counting.isDamaged;
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
