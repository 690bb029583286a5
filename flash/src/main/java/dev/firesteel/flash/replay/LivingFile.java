// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** A file that is alive on the drives. */
final class LivingFile {
    /** How many were there before it. */
    final long birth;

    final ClassUsage usage;
    final Extents extents = new Extents();

    /** By drive. */
    final int[] streams;

    /** Where the last write to it ended, in bytes. */
    long writtenTo;

    LivingFile(long birth, ClassUsage usage, int[] streams) {
        this.birth = birth;
        this.usage = usage;
        this.streams = streams;
    }
}
