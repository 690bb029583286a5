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

/** The system call by which the kernel is told to begin to write a part of a file. */
final class Kernel {
    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int SYNC_FILE_RANGE_WRITE = 2;

    private Kernel() {}

    /**
     * Begins to write a part of a file to the drive, and does not wait until it is there. It waits
     * only for a place in the drive's queue.
     *
     * <p>The descriptor is one of its own: an error in writing that part is told to every other
     * descriptor all the same, when it is synced.
     *
     * @throws LastErrorException what the kernel says
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
