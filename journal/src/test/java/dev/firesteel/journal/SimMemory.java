// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;

/** Ordinary memory in place of the engine's aligned memory, which is expensive to allocate. */
final class SimMemory {
    private SimMemory() {}

    /** Called by woven code in place of {@link Superblocks#aligned(int, int)}. */
    static ByteBuffer aligned(int bytes, int blockBytes) {
        return ByteBuffer.allocate(bytes);
    }
}
