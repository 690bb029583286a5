// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;

/** Ordinary memory where the engine would take aligned memory, which is dear to make. */
final class SimMemory {
    private SimMemory() {}

    /** Called by woven code in place of {@link Superblocks#aligned(int, int)}. */
    static ByteBuffer aligned(int bytes, int blockBytes) {
        return ByteBuffer.allocate(bytes);
    }
}
