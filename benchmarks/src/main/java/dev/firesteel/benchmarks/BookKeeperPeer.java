// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.bookkeeper.bookie.Journal;
import org.apache.bookkeeper.bookie.LedgerDirsManager;
import org.apache.bookkeeper.client.api.BKException;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.util.DiskChecker;

/**
 * The journal of a BookKeeper bookie, with its defaults, which sync. Old files are released as by
 * its checkpoints.
 */
final class BookKeeperPeer implements Peer {
    private static final int FILE_MEBIBYTES = 64;
    private static final long CHECKPOINT_BYTES = (long) FILE_MEBIBYTES << 20;

    /** The bytes at an entry's start: the numbers of its ledger and of itself. */
    private static final int HEADER_BYTES = 2 * Long.BYTES;

    private final Journal journal;
    private final AtomicInteger ledgers = new AtomicInteger();
    private final AtomicLong written = new AtomicLong();

    /**
     * Starts the journal.
     *
     * @param flushesWhenIdle whether it flushes as soon as its queue is empty; by default it waits
     *     up to two milliseconds for other entries
     */
    BookKeeperPeer(Path directory, boolean flushesWhenIdle) throws IOException {
        File ledgers = Files.createDirectories(directory.resolve("ledgers/current")).toFile();
        File journals = Files.createDirectories(directory.resolve("journal/current")).toFile();
        ServerConfiguration settings =
                new ServerConfiguration()
                        .setMaxJournalSizeMB(FILE_MEBIBYTES)
                        .setMaxBackupJournals(1)
                        .setJournalFlushWhenQueueEmpty(flushesWhenIdle);
        DiskChecker disks =
                new DiskChecker(
                        settings.getDiskUsageThreshold(), settings.getDiskUsageWarnThreshold());
        journal =
                new Journal(
                        0,
                        journals,
                        settings,
                        new LedgerDirsManager(
                                settings, new File[] {ledgers.getParentFile()}, disks));
        journal.start();
    }

    @Override
    public Appender appender(byte[] payload) {
        if (payload.length < HEADER_BYTES)
            throw new IllegalArgumentException(
                    "an entry of BookKeeper's has at least "
                            + HEADER_BYTES
                            + " bytes, not "
                            + payload.length);
        byte[] entry = payload.clone();
        ByteBuffer header = ByteBuffer.wrap(entry).putLong(ledgers.incrementAndGet());
        return new Line(entry, header.position());
    }

    private final class Line implements Appender {
        private final ByteBuffer bytes;
        private final ByteBuf entry;
        private final int numberOffset;
        private final Semaphore answered = new Semaphore(0);
        private volatile int answer;
        private long number;

        Line(byte[] entry, int numberOffset) {
            this.bytes = ByteBuffer.wrap(entry);
            this.entry = Unpooled.wrappedBuffer(entry);
            this.numberOffset = numberOffset;
        }

        @Override
        public void append() throws IOException, InterruptedException {
            bytes.putLong(numberOffset, number++);
            journal.logAddEntry(
                    entry,
                    false,
                    (code, ledger, number, address, context) -> {
                        answer = code;
                        answered.release();
                    },
                    null);
            answered.acquire();
            if (answer != BKException.Code.OK)
                throw new IOException("BookKeeper's journal failed: " + answer);
            checkpoint(bytes.capacity());
        }
    }

    private void checkpoint(int bytes) throws IOException {
        long before = written.getAndAdd(bytes);
        if (before / CHECKPOINT_BYTES != (before + bytes) / CHECKPOINT_BYTES)
            journal.checkpointComplete(journal.newCheckpoint(), true);
    }

    @Override
    public void close() {
        journal.shutdown();
    }
}
