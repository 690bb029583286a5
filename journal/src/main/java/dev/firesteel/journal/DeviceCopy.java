// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Copies a device, block by block, to a file. */
final class DeviceCopy {
    private static final int PIECE_BYTES = 1 << 20;

    private final BlockDevice device;

    DeviceCopy(BlockDevice device) {
        this.device = device;
    }

    /** Writes a new file; deletes it again if that fails. */
    void write(Path file) throws IOException {
        FileChannel to = create(file);
        try (to) {
            copy(to);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private void copy(FileChannel to) throws IOException {
        ByteBuffer piece = Superblocks.aligned(PIECE_BYTES, device.blockBytes());
        // The device may grow meanwhile: its size is read after the superblock that has it.
        for (long at = 0; at < device.sizeBytes(); at += piece.limit()) {
            piece.clear().limit((int) Math.min(PIECE_BYTES, device.sizeBytes() - at));
            device.read(at, piece);
            piece.flip();
            while (piece.hasRemaining()) to.write(piece);
        }
        to.force(true);
    }
}
