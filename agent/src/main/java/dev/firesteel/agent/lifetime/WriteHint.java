// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.file.Path;

/**
 * Sets the write-lifetime hint of a file. The hint belongs to the inode: any descriptor can set it,
 * and it stays after that is closed.
 */
final class WriteHint {
    private static final int F_SET_RW_HINT = 1036;
    private static final int O_RDONLY_CLOEXEC = 0x80000;

    private WriteHint() {}

    /** Sets the hint, or throws the kernel's error. */
    static void set(Path file, Lifetime lifetime) {
        int descriptor = C.open(file.toString(), O_RDONLY_CLOEXEC, 0);
        try (Memory hint = new Memory(Long.BYTES)) {
            hint.setLong(0, lifetime.hint());
            C.fcntl(descriptor, F_SET_RW_HINT, hint);
        } finally {
            C.close(descriptor);
        }
    }

    /** Bound on first use. */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int open(String path, int flags, int mode) throws LastErrorException;

        static native int fcntl(int descriptor, int command, Pointer argument)
                throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;
    }
}
