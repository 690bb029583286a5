// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fuse;

import java.nio.file.attribute.FileTime;
import java.time.Instant;

/**
 * Attributes of a file.
 *
 * @param node its number in the file system
 * @param mode kind and permissions, as in {@code st_mode}
 * @param links number of its names
 */
public record FuseAttributes(
        long node, int mode, long bytes, int links, int user, int group, FuseTimes times) {
    private static final int FILE_MODE = 0x8180; // -rw-------
    private static final FileTime EPOCH = FileTime.from(Instant.EPOCH);

    /** Returns those of a file of root, with one name, as old as possible. */
    public static FuseAttributes of(long node, int mode, long bytes) {
        return new FuseAttributes(node, mode, bytes, 1, 0, 0, new FuseTimes(EPOCH, EPOCH, EPOCH));
    }

    /** Returns those of a file that was deleted while open. */
    public static FuseAttributes withoutName(long node, long bytes) {
        return new FuseAttributes(
                node, FILE_MODE, bytes, 0, 0, 0, new FuseTimes(EPOCH, EPOCH, EPOCH));
    }

    /** Returns those of a file that is gone. The kernel still writes the times of some back. */
    public static FuseAttributes ofGone(long node) {
        return withoutName(node, 0);
    }

    /** Times of a file. */
    public record FuseTimes(FileTime read, FileTime written, FileTime changed) {}
}
