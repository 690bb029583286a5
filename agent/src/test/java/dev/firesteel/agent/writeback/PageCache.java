// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.writeback;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.file.Path;

/** Requests the state of a file's pages from the kernel, without the agent's code. */
final class PageCache {
    /** The number of cachestat(2), the same on all architectures since Linux 6.5. */
    private static final long CACHESTAT = 451;

    private PageCache() {}

    /**
     * Returns the number of pages in a part of a file whose writeback has not begun. Returns 0,
     * too, if the kernel lacks the call.
     */
    static long dirtyPages(Path file, long offset, long bytes) {
        int descriptor = C.open(file.toString(), 0, 0);
        try (Memory range = new Memory(2L * Long.BYTES);
                Memory counts = new Memory(5L * Long.BYTES)) {
            range.setLong(0, offset);
            range.setLong(Long.BYTES, bytes);
            C.syscall(new NativeLong(CACHESTAT), descriptor, range, counts, 0);
            return counts.getLong(Long.BYTES);
        } catch (LastErrorException e) {
            return 0;
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

        static native NativeLong syscall(
                NativeLong number, int descriptor, Pointer range, Pointer counts, int flags)
                throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;
    }
}
