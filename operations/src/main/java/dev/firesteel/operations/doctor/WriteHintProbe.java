// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.file.Path;

/** Tests whether the kernel accepts a write-lifetime hint for a file, and restores the old hint. */
final class WriteHintProbe {
    private static final int F_GET_RW_HINT = 1035;
    private static final int F_SET_RW_HINT = 1036;
    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final long SHORT = 2;

    private WriteHintProbe() {}

    /** Returns the kernel's error; empty if it accepts the hint. */
    static String refusal(Path file) {
        try {
            int descriptor = C.open(file.toString(), O_RDONLY_CLOEXEC, 0);
            try (Memory hint = new Memory(Long.BYTES)) {
                C.fcntl(descriptor, F_GET_RW_HINT, hint);
                long before = hint.getLong(0);
                hint.setLong(0, SHORT);
                C.fcntl(descriptor, F_SET_RW_HINT, hint);
                C.fcntl(descriptor, F_GET_RW_HINT, hint);
                boolean kept = hint.getLong(0) == SHORT;
                hint.setLong(0, before);
                C.fcntl(descriptor, F_SET_RW_HINT, hint);
                return kept ? "" : "it is not kept";
            } finally {
                C.close(descriptor);
            }
        } catch (LastErrorException e) {
            return String.valueOf(e.getMessage());
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
