// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.Owner;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The engine alone. Its segments are not needed: each is released as soon as it is closed. */
final class FiresteelPeer implements Peer {
    /**
     * An owner whose name {@code bench} recognizes: it formats such journals again without asking.
     */
    private static final Owner OWNER = new Owner(new UUID(0, 0xBE), "firesteel-bench journal");

    private volatile @Nullable Journal opened;
    private final Journal journal;

    /**
     * Opens the journal.
     *
     * @param path the path of the formatted journal
     * @param recordsInFlight the maximum number of writes in flight
     * @param key the encryption key; null for no encryption
     */
    FiresteelPeer(Path path, int recordsInFlight, @Nullable JournalKey key)
            throws JournalException {
        JournalOptions defaults = JournalOptions.of(OWNER);
        journal =
                Journal.open(
                        path,
                        new JournalOptions(
                                        OWNER,
                                        defaults.contentVersion(),
                                        defaults.identifierFloor(),
                                        recordsInFlight,
                                        defaults.fullWait(),
                                        defaults.reserveSegments())
                                .encryptedWith(key),
                        new Recycling());
        opened = journal;
        journal.endRecovery();
    }

    @Override
    public Appender appender(byte[] payload) {
        ByteBuffer entry = ByteBuffer.wrap(payload);
        return () -> journal.append(entry, (segment, offset) -> {});
    }

    @Override
    public Written written() {
        JournalStatus status = journal.status();
        return new Written(status.records(), status.writtenBytes());
    }

    @Override
    public void close() throws JournalException {
        journal.close();
    }

    private final class Recycling implements JournalListener {
        @Override
        public void segmentClosed(long segmentId) {
            Journal mine = opened;
            if (mine != null) mine.release(segmentId);
        }
    }
}
