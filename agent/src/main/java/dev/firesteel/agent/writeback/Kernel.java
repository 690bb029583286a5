// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.writeback;

import com.sun.jna.FunctionMapper;
import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.lang.reflect.Method;
import java.util.Map;

/** The system call that starts writeback of a part of a file. */
final class Kernel {
    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int SYNC_FILE_RANGE_WRITE = 2;

    private Kernel() {}

    /**
     * Starts writeback of a part of a file, and does not wait for its completion. It waits only for
     * space in the drive's queue.
     *
     * <p>It uses its own descriptor. A write error is still reported to every other descriptor at
     * its sync.
     *
     * @throws LastErrorException with the kernel's error
     */
    static void startWriteback(String file, long offset, long bytes) {
        int descriptor = C.open(file, O_RDONLY_CLOEXEC, 0);
        try {
            C.syncFileRange(descriptor, offset, bytes, SYNC_FILE_RANGE_WRITE);
        } finally {
            C.close(descriptor);
        }
    }

    /** Bound on first use. */
    private static final class C {
        static {
            Native.register(
                    C.class,
                    NativeLibrary.getInstance(
                            Platform.C_LIBRARY_NAME,
                            Map.of(
                                    Library.OPTION_FUNCTION_MAPPER,
                                    (FunctionMapper) (library, method) -> name(method))));
        }

        private C() {}

        private static String name(Method method) {
            return method.getName().equals("syncFileRange") ? "sync_file_range" : method.getName();
        }

        static native int open(String path, int flags, int mode) throws LastErrorException;

        static native int syncFileRange(int descriptor, long offset, long bytes, int flags)
                throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;
    }
}
