// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.ArrayList;
import java.util.List;

/** Damage to an image: blocks with replaced bytes. It can be undone. */
final class Corruption {
    private final ImageDevice device;
    private final List<Long> offsets = new ArrayList<>();
    private final List<byte[]> before = new ArrayList<>();
    private final StringBuilder description = new StringBuilder();

    Corruption(ImageDevice device) {
        this.device = device;
    }

    Corruption flipBit(long offset, int bit) {
        long start = offset / device.blockBytes() * device.blockBytes();
        byte[] after = device.block(start);
        after[(int) (offset - start)] ^= (byte) (1 << bit);
        return change("flip bit " + bit + " of byte " + offset, start, after);
    }

    Corruption zero(long block) {
        return change("zero block " + block, block, new byte[device.blockBytes()]);
    }

    /** Overwrites the block with bytes that it held before or that belong elsewhere. */
    Corruption overwrite(long block, byte[] bytes, String where) {
        return change("write " + where + " over block " + block, block, bytes.clone());
    }

    Corruption swap(long one, long other) {
        byte[] first = device.block(one);
        change("swap block " + one, one, device.block(other));
        return change("with block " + other, other, first);
    }

    private Corruption change(String what, long offset, byte[] after) {
        description.append(description.isEmpty() ? "" : ", ").append(what);
        offsets.add(offset);
        before.add(device.block(offset));
        device.put(offset, after);
        return this;
    }

    /** Returns whether this block was changed. */
    boolean touches(long offset) {
        return offsets.contains(offset);
    }

    void undo() {
        for (int i = offsets.size() - 1; i >= 0; i--) device.put(offsets.get(i), before.get(i));
        offsets.clear();
        before.clear();
    }

    @Override
    public String toString() {
        return description.toString();
    }
}
