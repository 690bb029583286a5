// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fuse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.stream.Stream;

/** Encodes replies to the kernel, in version 7.31 of FUSE's protocol. */
public final class FuseReply {
    /** The number of the directory at the mount point. */
    public static final long ROOT = 1;

    public static final int PAGE_BYTES = 4096;
    public static final int LONGEST_NAME = 255;

    private static final int MAJOR_VERSION = 7;
    private static final int MINOR_VERSION = 31;
    private static final int LARGE_WRITES = 1 << 5 | 1 << 22; // BIG_WRITES, MAX_PAGES
    private static final int MANY_AT_A_TIME = 1 << 15; // ASYNC_DIO

    /** Requests that the kernel sends before it waits for answers. */
    private static final short QUEUE = 4096;

    /** Attributes and names change through the kernel alone. */
    private static final long FOREVER_SECONDS = 3600;

    private static final int SECTOR_SHIFT = 9;
    private static final int ENTRY_BYTES = 24;
    private static final int ALIGNMENT = 8;

    private FuseReply() {}

    /**
     * A {@code struct fuse_init_out}.
     *
     * @param readAheadBytes the most that the kernel reads ahead
     * @param flags features beside those that all have
     */
    public static void init(ByteBuffer out, int readAheadBytes, int flags) {
        out.putInt(MAJOR_VERSION).putInt(MINOR_VERSION);
        out.putInt(readAheadBytes).putInt(LARGE_WRITES | MANY_AT_A_TIME | flags);
        out.putShort(QUEUE).putShort(QUEUE);
        out.putInt(FuseConnection.MAX_WRITE_BYTES).putInt(1);
        out.putShort((short) (FuseConnection.MAX_WRITE_BYTES / PAGE_BYTES)).putShort((short) 0);
        for (int i = 0; i < 8; i++) out.putInt(0);
    }

    /** A {@code struct fuse_entry_out}. */
    public static void entry(ByteBuffer out, FuseAttributes attributes) {
        out.putLong(attributes.node()).putLong(0);
        out.putLong(FOREVER_SECONDS).putLong(FOREVER_SECONDS).putLong(0);
        attribute(out, attributes);
    }

    /** A {@code struct fuse_attr_out}. */
    public static void attributes(ByteBuffer out, FuseAttributes attributes) {
        out.putLong(FOREVER_SECONDS).putLong(0);
        attribute(out, attributes);
    }

    /** A {@code struct fuse_attr}. */
    private static void attribute(ByteBuffer out, FuseAttributes attributes) {
        FuseAttributes.FuseTimes times = attributes.times();
        List<Instant> instants =
                Stream.of(times.read(), times.written(), times.changed())
                        .map(FileTime::toInstant)
                        .toList();
        long sectors = (attributes.bytes() + (1 << SECTOR_SHIFT) - 1) >>> SECTOR_SHIFT;
        out.putLong(attributes.node()).putLong(attributes.bytes()).putLong(sectors);
        for (Instant each : instants) out.putLong(each.getEpochSecond());
        for (Instant each : instants) out.putInt(each.get(ChronoField.NANO_OF_SECOND));
        out.putInt(attributes.mode()).putInt(attributes.links());
        out.putInt(attributes.user()).putInt(attributes.group()).putInt(0);
        out.putInt(PAGE_BYTES).putInt(0);
    }

    /** A {@code struct fuse_open_out}. */
    public static void open(ByteBuffer out, long handle, int flags) {
        out.putLong(handle).putInt(flags).putInt(0);
    }

    /** A {@code struct fuse_kstatfs}. */
    public static void space(ByteBuffer out, int blockBytes, long blocks, long free) {
        out.putLong(blocks).putLong(free).putLong(free).putLong(0).putLong(0);
        out.putInt(blockBytes).putInt(LONGEST_NAME).putInt(blockBytes).putInt(0);
        for (int i = 0; i < 3; i++) out.putLong(0);
    }

    /**
     * A {@code struct fuse_dirent}.
     *
     * @param next where the following entry begins, for the kernel to ask from
     * @param limit the most bytes that the reply may have
     * @return false if there was no room for it
     */
    public static boolean listed(ByteBuffer out, FuseListed file, long next, int limit) {
        byte[] name = file.name().getBytes(StandardCharsets.UTF_8);
        int bytes = (ENTRY_BYTES + name.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (out.position() + bytes > limit) return false;
        int end = out.position() + bytes;
        out.putLong(file.node()).putLong(next).putInt(name.length);
        out.putInt(file.isDirectory() ? 4 : 8).put(name); // DT_DIR, DT_REG
        while (out.position() < end) out.put((byte) 0);
        return true;
    }

    /** A file in a directory's listing. */
    public record FuseListed(String name, long node, boolean isDirectory) {}
}
