// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.ptr.LongByReference;
import java.nio.file.Path;

/** Requests the write-lifetime hint of a file from the kernel, without the agent's code. */
final class HintReader {
    private static final int F_GET_RW_HINT = 1035;
    private static final int F_SET_RW_HINT = 1036;

    private HintReader() {}

    static String read(Path file) {
        LongByReference hint = new LongByReference(-1);
        call(file, F_GET_RW_HINT, hint);
        return switch ((int) hint.getValue()) {
            case 0 -> "not-set";
            case 1 -> "none";
            case 2 -> "short";
            case 3 -> "medium";
            case 4 -> "long";
            case 5 -> "extreme";
            default -> throw new AssertionError("hint " + hint.getValue() + " of " + file);
        };
    }

    /** Clears the hint, as an unmount does. */
    static void forget(Path file) {
        call(file, F_SET_RW_HINT, new LongByReference(0));
    }

    private static void call(Path file, int command, LongByReference hint) {
        int descriptor = C.open(file.toString(), 0, 0);
        try {
            C.fcntl(descriptor, command, hint);
        } finally {
            C.close(descriptor);
        }
    }

    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int open(String path, int flags, int mode) throws LastErrorException;

        static native int fcntl(int descriptor, int command, LongByReference argument)
                throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;
    }
}
