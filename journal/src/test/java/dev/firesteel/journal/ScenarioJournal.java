// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** A journal in memory, on real threads, for scenarios that cannot fail. */
final class ScenarioJournal {
    private ScenarioJournal() {}

    private static final ImageDevice FORMATTED = formatted();

    private static ImageDevice formatted() {
        try {
            return ImageDevice.of(JournalFixture.rawDevice(8, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ImageDevice device() {
        return FORMATTED.copy();
    }

    static Journal open(BlockDevice device) {
        try {
            Journal journal =
                    Journal.open(
                            device,
                            JournalFixture.options(2, Duration.ofSeconds(10)),
                            JournalListener.none(),
                            new Environment(
                                    InstantSource.fixed(Instant.EPOCH),
                                    new MachineScheduler(),
                                    new SplittableRandom(1)));
            journal.endRecovery();
            return journal;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JournalPosition append(Journal journal, byte[] entry) {
        try {
            return journal.append(ByteBuffer.wrap(entry), (segment, offset) -> {});
        } catch (JournalException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void roll(Journal journal) {
        try {
            journal.roll(0);
        } catch (JournalException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void close(Journal journal) {
        try {
            journal.close();
        } catch (JournalException e) {
            throw new UncheckedIOException(e);
        }
    }
}
