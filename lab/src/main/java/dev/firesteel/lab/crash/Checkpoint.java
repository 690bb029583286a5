// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The file of settled writes.
 *
 * <pre>
 *   0           8              16       24 + 16 k     24 + 16 k + 8
 *   +-----------+--------------+--------+-- ... ------+--------------+--- ... --+-------+
 *   | magic     | generation   | keys   | settled[k]  | attempted[k] |          | CRC   |
 *   +-----------+--------------+--------+-- ... ------+--------------+--- ... --+-------+
 *                                                big-endian; CRC-32C of all before it
 * </pre>
 */
final class Checkpoint {
    private static final long MAGIC = 0x4653_4C45_4447_4552L; // FSLEDGER
    private static final int HEADER_BYTES = 24;
    private static final int KEY_BYTES = 16;

    private final Path file;

    Checkpoint(Path file) {
        this.file = file;
    }

    /** Replaces the file atomically. */
    void write(long generation, LedgerState state) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(bytes(state.keys()));
        bytes.putLong(MAGIC).putLong(generation).putLong(state.keys());
        for (int key = 0; key < state.keys(); key++)
            bytes.putLong(state.settled(key)).putLong(state.attempted(key));
        bytes.putInt(checksum(bytes)).flip();
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try (FileChannel channel =
                FileChannel.open(
                        next,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Reads the file into a fresh state. Returns the last settled generation. */
    long read(LedgerState state) throws IOException {
        if (!Files.exists(file)) return 0;
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        requireWhole(bytes, state.keys());
        bytes.position(Long.BYTES);
        long generation = bytes.getLong();
        bytes.position(HEADER_BYTES);
        for (int key = 0; key < state.keys(); key++)
            state.restore(key, bytes.getLong(), bytes.getLong());
        return generation;
    }

    private void requireWhole(ByteBuffer bytes, int keys) throws LedgerException {
        boolean whole = bytes.capacity() == bytes(keys) && bytes.getLong(0) == MAGIC;
        if (whole) {
            bytes.position(bytes.capacity() - Integer.BYTES);
            whole = checksum(bytes) == bytes.getInt();
        }
        if (!whole)
            throw new LedgerException("The ledger's file " + file + " is damaged: start anew");
    }

    private static int bytes(int keys) {
        return Math.addExact(HEADER_BYTES + Integer.BYTES, Math.multiplyExact(KEY_BYTES, keys));
    }

    /** Returns the checksum of everything before the buffer's position. */
    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, bytes.position()));
        return (int) crc.getValue();
    }
}
