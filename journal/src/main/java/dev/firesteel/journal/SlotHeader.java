// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a slot: whether it is free, and its current or last segment. Two copies are kept,
 * written one after the other. The intact one with the higher generation counts. All integers are
 * big-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "FSBK"
 *        4      4  CRC-32C of bytes 8 to 63
 *        8      8  key of the journal
 *       16      8  generation
 *       24      8  segment identifier, 0 if the slot was never used
 *       32      8  epoch in which the segment was opened
 *       40      4  slot
 *       44      4  state: 0 free, 1 live, 2 carrying, 3 live since recovery
 *       48      4  content version
 *       52      8  fingerprint of the key of its entries, 0 if they are not encrypted
 *       60      4  zero
 *       64         zero to the end of the block
 * </pre>
 */
record SlotHeader(
        long key,
        long generation,
        long segmentId,
        long epoch,
        int slot,
        State state,
        int contentVersion,
        long keyFingerprint) {

    static final int BYTES = 64;
    private static final int MAGIC = 0x4653424B; // "FSBK"

    /** The use of a slot. */
    enum State {
        /** Nothing in it is needed. */
        FREE(0),
        /** It holds entries, or is about to. */
        LIVE(1),
        /** It is being filled with copies of entries that are still live elsewhere. */
        CARRYING(2),
        /** Live, and the run that opened it has not ended its recovery. */
        LIVE_SINCE_RECOVERY(3);

        private final int code;

        State(int code) {
            this.code = code;
        }

        private static @Nullable State of(int code) {
            for (State state : values()) if (state.code == code) return state;
            return null;
        }

        /** Returns whether the slot's entries must be replayed. */
        boolean isLive() {
            return this == LIVE || this == LIVE_SINCE_RECOVERY;
        }
    }

    /** Creates the metadata of a slot without encryption. */
    SlotHeader(
            long key,
            long generation,
            long segmentId,
            long epoch,
            int slot,
            State state,
            int contentVersion) {
        this(
                key,
                generation,
                segmentId,
                epoch,
                slot,
                state,
                contentVersion,
                SegmentInfo.NOT_ENCRYPTED);
    }

    /** Returns the metadata of a slot that was never used. */
    static SlotHeader blank(long key, int slot) {
        return new SlotHeader(key, 1, 0, 0, slot, State.FREE, 0);
    }

    /** Returns the metadata of the slot with a new segment in it. */
    SlotHeader opened(
            long newSegmentId,
            long newEpoch,
            State newState,
            int newContentVersion,
            long newKeyFingerprint) {
        return new SlotHeader(
                key,
                generation + 1,
                newSegmentId,
                newEpoch,
                slot,
                newState,
                newContentVersion,
                newKeyFingerprint);
    }

    /** Describes the segment of an earlier run in it, whose entries have not been read yet. */
    SegmentInfo info(int segmentBytes) {
        return new SegmentInfo(
                segmentId, slot, contentVersion, true, 0, 0, segmentBytes, keyFingerprint);
    }

    /** Returns the metadata of the slot in another state. */
    SlotHeader in(State newState) {
        return new SlotHeader(
                key,
                generation + 1,
                segmentId,
                epoch,
                slot,
                newState,
                contentVersion,
                keyFingerprint);
    }

    /** Writes it at the buffer's start, followed by zeros up to the limit. */
    void encode(ByteBuffer block) {
        for (int i = 0; i < block.limit(); i++) block.put(i, (byte) 0);
        block.putInt(0, MAGIC)
                .putLong(8, key)
                .putLong(16, generation)
                .putLong(24, segmentId)
                .putLong(32, epoch)
                .putInt(40, slot)
                .putInt(44, state.code)
                .putInt(48, contentVersion)
                .putLong(52, keyFingerprint);
        block.putInt(4, Crc32c.of(block, 8, BYTES));
    }

    /** Reads the metadata of this journal's slot, or returns null if the block does not hold it. */
    static @Nullable SlotHeader decode(ByteBuffer block, long key, int slot) {
        if (block.getInt(0) != MAGIC || block.getInt(4) != Crc32c.of(block, 8, BYTES)) return null;
        if (block.getLong(8) != key || block.getInt(40) != slot) return null;
        State state = State.of(block.getInt(44));
        if (state == null) return null;
        SlotHeader found =
                new SlotHeader(
                        key,
                        block.getLong(16),
                        block.getLong(24),
                        block.getLong(32),
                        slot,
                        state,
                        block.getInt(48),
                        block.getLong(52));
        return found.makesSense() ? found : null;
    }

    boolean isEncrypted() {
        return keyFingerprint != SegmentInfo.NOT_ENCRYPTED;
    }

    private boolean makesSense() {
        return Superblock.isCount(generation)
                && Superblock.isCount(segmentId)
                && Superblock.isCount(epoch);
    }
}
