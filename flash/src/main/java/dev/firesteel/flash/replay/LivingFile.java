// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** A file that exists on the drives. */
final class LivingFile {
    /** The number of files created before it. */
    final long birth;

    final ClassUsage usage;
    final Extents extents = new Extents();

    /** Its stream on each drive. */
    final int[] streams;

    /** The end of the last write to it, in bytes. */
    long writtenTo;

    LivingFile(long birth, ClassUsage usage, int[] streams) {
        this.birth = birth;
        this.usage = usage;
        this.streams = streams;
    }
}
