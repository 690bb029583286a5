// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Log of one thread's attempts, acknowledgements and values read, in their order.
 *
 * <pre>
 *   0               8                        16      20
 *   +---------------+------------------------+-------+
 *   | key           | seen  seq         ack  | CRC   |   big-endian; CRC-32C of the first 16 bytes
 *   +---------------+------------------------+-------+
 *                     1 bit 62 bits     1 bit
 * </pre>
 *
 * <p>With both bits set, the entry is an acknowledgement by all replicas.
 *
 * <p>A method returns only after the operating system has its entry, which thus survives the
 * process. The method of a truncated last entry never returned. Its statement was not sent, or its
 * acknowledgement or value read is not counted.
 */
final class LedgerLog implements Closeable {
    static final int ENTRY_BYTES = 20;
    private static final int CHECKED_BYTES = 16;
    private static final int READ_ENTRIES = 4096;
    private static final long SEEN = Long.MIN_VALUE;
    private static final long ACKNOWLEDGED = 1;

    private final FileChannel channel;
    private final ByteBuffer entry = ByteBuffer.allocateDirect(ENTRY_BYTES);

    private LedgerLog(FileChannel channel) {
        this.channel = channel;
    }

    /** Creates the file, which must not exist. */
    static LedgerLog create(Path file) throws IOException {
        return new LedgerLog(
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    /** Logs an attempt. Must return before the write is sent. */
    void attempt(long key, long seq) throws IOException {
        append(key, seq << 1);
    }

    /** Logs an acknowledgement. Called once a write has succeeded. */
    void acknowledge(long key, long seq) throws IOException {
        append(key, seq << 1 | ACKNOWLEDGED);
    }

    /** Logs an acknowledgement by all replicas. Called once a write has succeeded. */
    void acknowledgeByAll(long key, long seq) throws IOException {
        append(key, seq << 1 | ACKNOWLEDGED | SEEN);
    }

    /** Logs a value read. Called once a read has returned a row. */
    void see(long key, long seq) throws IOException {
        append(key, seq << 1 | SEEN);
    }

    private void append(long key, long tagged) throws IOException {
        entry.clear().putLong(key).putLong(tagged);
        entry.putInt(checksum(entry, 0)).flip();
        while (entry.hasRemaining()) channel.write(entry);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Reads a log from its beginning to its last complete entry. */
    static void read(Path file, Reader reader) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(ENTRY_BYTES * READ_ENTRIES);
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.remaining() >= ENTRY_BYTES) readEntry(file, buffer, reader);
                buffer.compact();
            }
        }
    }

    private static void readEntry(Path file, ByteBuffer buffer, Reader reader) throws IOException {
        int checksum = checksum(buffer, buffer.position());
        long key = buffer.getLong();
        long tagged = buffer.getLong();
        if (buffer.getInt() != checksum)
            throw new LedgerException("The ledger's file " + file + " is damaged: start anew");
        long seq = (tagged & ~SEEN) >>> 1;
        boolean isMarked = (tagged & SEEN) != 0;
        if ((tagged & ACKNOWLEDGED) != 0) reader.acknowledged(key, seq, isMarked);
        else if (isMarked) reader.seen(key, seq);
        else reader.attempted(key, seq);
    }

    private static int checksum(ByteBuffer buffer, int offset) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(offset, CHECKED_BYTES));
        return (int) crc.getValue();
    }

    /** Receives the entries of a log, in their order. */
    interface Reader {
        /** Called for an attempt. */
        void attempted(long key, long seq) throws IOException;

        /**
         * Called for an acknowledgement.
         *
         * @param byAll whether all replicas have acknowledged, not only those that clients await
         */
        void acknowledged(long key, long seq, boolean byAll) throws IOException;

        /** Called for a value read. */
        void seen(long key, long seq) throws IOException;
    }
}
