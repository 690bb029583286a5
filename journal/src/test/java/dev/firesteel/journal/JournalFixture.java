// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A small journal on a device in memory, and the results of a replay of it. */
final class JournalFixture {
    static final Owner OWNER = new Owner(new UUID(7, 7), "test");
    static final int BLOCK_BYTES = 512;
    static final int SEGMENT_BYTES = 32 * BLOCK_BYTES;
    static final int POSITION_BASE = 28;
    static final int POSITION_OVERHEAD = 12;

    static final JournalKey KEY = JournalKey.of(bytes("a key that is for tests alone").array());

    private JournalFixture() {}

    static JournalFormat format(int slots) {
        return new JournalFormat(
                Geometry.SLOTS_OFFSET + (long) slots * SEGMENT_BYTES,
                SEGMENT_BYTES,
                POSITION_BASE,
                POSITION_OVERHEAD);
    }

    /** Returns a raw device with a formatted journal of this number of slots. */
    static FaultyBlockDevice rawDevice(int slots, long seed) throws IOException {
        return formatted(slots, false, seed);
    }

    /** Returns a file with a formatted journal of this number of slots. */
    static FaultyBlockDevice file(int slots, long seed) throws IOException {
        return formatted(slots, true, seed);
    }

    private static FaultyBlockDevice formatted(int slots, boolean growable, long seed)
            throws IOException {
        JournalFormat format = format(slots);
        FaultyBlockDevice device =
                new FaultyBlockDevice(BLOCK_BYTES, format.sizeBytes(), growable, seed);
        format.write(device, InstantSource.system(), (bytes, of) -> {});
        return device;
    }

    static JournalOptions options(int recordsInFlight) {
        return options(recordsInFlight, Duration.ofMillis(200));
    }

    static JournalOptions options(int recordsInFlight, Duration fullWait) {
        return new JournalOptions(OWNER, 7, 0, recordsInFlight, fullWait, 3);
    }

    static Journal open(BlockDevice device) throws IOException {
        return open(device, options(1));
    }

    static Journal open(BlockDevice device, JournalOptions options) throws IOException {
        return Journal.open(device, options, JournalListener.none(), Environment.real());
    }

    /** Closes a journal whose device failed or lost its power. */
    static void abandon(Journal journal) {
        try {
            journal.close();
        } catch (JournalException e) {
            // Expected: the released segments may not be free.
        }
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static JournalPosition append(Journal journal, String text) throws JournalException {
        return journal.append(bytes(text), (segment, offset) -> {});
    }

    /** An entry as a replay returned it. */
    record Replayed(long segmentId, int startOffset, int endOffset, String text) {
        JournalPosition end() {
            return new JournalPosition(segmentId, endOffset);
        }
    }

    /** Records all calls of a replay. */
    static final class Recording implements ReplayHandler {
        final List<Replayed> entries = new ArrayList<>();
        final List<Damage> damages = new ArrayList<>();

        @Override
        public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry) {
            String text = StandardCharsets.UTF_8.decode(entry).toString();
            entries.add(new Replayed(segment.id(), startOffset, endOffset, text));
        }

        @Override
        public void damage(Damage damage) {
            damages.add(damage);
        }

        List<String> texts() {
            return entries.stream().map(Replayed::text).toList();
        }

        List<RecoveryCase> findings() {
            return damages.stream().map(Damage::finding).toList();
        }
    }

    static Recording replay(Journal journal) throws IOException {
        Recording recording = new Recording();
        journal.replay(recording);
        return recording;
    }

    /** Reads a journal that is not open. */
    static Recording read(BlockDevice device) throws IOException {
        Recording recording = new Recording();
        JournalReader.read(device, null, recording);
        return recording;
    }
}
