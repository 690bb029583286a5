// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the copies of a device's superblock.
 *
 * <p>The intact copy with the highest generation counts. Copies are written one after the other, so
 * that a crash destroys at most one.
 */
final class Superblocks {
    private Superblocks() {}

    /**
     * The superblock found on a device.
     *
     * @param superblock the newest intact copy
     * @param intactCopies the number of intact copies
     */
    record Found(Superblock superblock, int intactCopies) {}

    /** Returns aligned, zeroed memory of that size. */
    static ByteBuffer aligned(int bytes, int blockBytes) {
        return ByteBuffer.allocateDirect(bytes + blockBytes).alignedSlice(blockBytes).limit(bytes);
    }

    /**
     * Reads the superblock.
     *
     * @throws DeviceRefusedException BLANK, FOREIGN, VERSION, DAMAGED or SIZE
     */
    static Found read(BlockDevice device) throws JournalException {
        Superblock newest = null;
        int intact = 0;
        int damaged = 0;
        int blank = 0;
        @Nullable Integer otherVersion = null;
        ByteBuffer block = aligned(device.blockBytes(), device.blockBytes());
        for (int copy = 0; copy < Geometry.SUPERBLOCK_COPIES; copy++) {
            switch (readCopy(device, block, copy)) {
                case VALID -> {
                    intact++;
                    Superblock found = Superblock.decode(block);
                    if (newest == null || found.generation() > newest.generation()) newest = found;
                }
                case OTHER_VERSION -> otherVersion = Superblock.version(block);
                case DAMAGED -> damaged++;
                case BLANK -> blank++;
                case FOREIGN -> {}
            }
        }
        if (otherVersion != null) throw otherVersion(device, otherVersion);
        if (newest != null) return checked(device, newest, intact);
        if (damaged > 0) throw damaged(device);
        throw blank == Geometry.SUPERBLOCK_COPIES ? blankOrForeign(device) : foreign(device);
    }

    private static Superblock.Verdict readCopy(BlockDevice device, ByteBuffer block, int copy) {
        long offset = Geometry.superblockOffset(copy);
        try {
            if (device.sizeBytes() < offset + device.blockBytes())
                return Superblock.Verdict.FOREIGN;
            device.read(offset, block.rewind());
            return Superblock.judge(block);
        } catch (IOException e) {
            return Superblock.Verdict.DAMAGED;
        }
    }

    private static Found checked(BlockDevice device, Superblock superblock, int intact)
            throws JournalException {
        try {
            Geometry geometry = superblock.geometry();
            if (geometry.blockBytes() % device.blockBytes() != 0)
                throw refused(
                        DeviceRefusedException.Reason.SIZE,
                        device.name()
                                + " has blocks of "
                                + device.blockBytes()
                                + " bytes, but the journal on it was formatted for blocks of "
                                + geometry.blockBytes());
            long needed = geometry.deviceBytes(superblock.slots());
            if (device.sizeBytes() < needed)
                throw refused(
                        DeviceRefusedException.Reason.SIZE,
                        device.name()
                                + " has "
                                + device.sizeBytes()
                                + " bytes, but the journal on it needs "
                                + needed);
            return new Found(superblock, intact);
        } catch (DeviceRefusedException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(String.valueOf(e.getMessage()), e);
        }
    }

    private static DeviceRefusedException blankOrForeign(BlockDevice device)
            throws JournalException {
        long written = BlankCheck.firstNonZero(device);
        if (written >= 0) return foreign(device);
        return refused(
                DeviceRefusedException.Reason.BLANK,
                device.name() + " is blank: format it first (firesteel journal format)");
    }

    private static DeviceRefusedException foreign(BlockDevice device) {
        return refused(
                DeviceRefusedException.Reason.FOREIGN,
                device.name() + " does not hold a Firesteel journal, but something else");
    }

    private static DeviceRefusedException damaged(BlockDevice device) {
        return refused(
                DeviceRefusedException.Reason.DAMAGED,
                device.name()
                        + " held a Firesteel journal, but no copy of its superblock is intact");
    }

    private static DeviceRefusedException otherVersion(BlockDevice device, int version) {
        return refused(
                DeviceRefusedException.Reason.VERSION,
                device.name()
                        + " holds a journal of format version "
                        + version
                        + "; this Firesteel reads version "
                        + Superblock.VERSION);
    }

    private static DeviceRefusedException refused(
            DeviceRefusedException.Reason reason, String message) {
        return new DeviceRefusedException(reason, message);
    }

    /** Writes every copy. When this returns, all of them are durable. */
    static void write(BlockDevice device, Superblock superblock) throws IOException {
        ByteBuffer block = aligned(superblock.geometry().blockBytes(), device.blockBytes());
        superblock.encode(block);
        for (int copy = 0; copy < Geometry.SUPERBLOCK_COPIES; copy++)
            device.write(Geometry.superblockOffset(copy), block.rewind());
    }
}
