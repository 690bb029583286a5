// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * System calls that a journal needs and Java does not offer. They open a block device exclusively,
 * return its block size, and read and write. Unlike with a {@code FileChannel}, an interrupt of the
 * calling thread neither cuts these short nor closes the file.
 *
 * <p>Linux on x86-64 and aarch64: the constants are those of these platforms.
 */
final class Kernel {
    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_EXCL = 0x80;
    static final int O_DSYNC = 0x1000;
    static final int O_DIRECT = Platform.isARM() ? 0x10000 : 0x4000;
    static final int O_CLOEXEC = 0x80000;

    static final int EPERM = 1;
    static final int EINTR = 4;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int EINVAL = 22;
    static final int ENOENT = 2;
    static final int EWOULDBLOCK = 11;

    private static final int LOCK_EX_NB = 2 | 4;
    private static final long BLKSSZGET = 0x1268;
    private static final long BLKPBSZGET = 0x127B;
    private static final long BLKGETSIZE64 = 0x80081272L;

    private Kernel() {}

    /** Returns whether this platform can run a journal. */
    static boolean isSupported() {
        return Platform.isLinux() && Platform.is64Bit();
    }

    /** Opens a file or a device and returns its descriptor. */
    static int open(String path, int flags) {
        return C.open(path, flags | O_CLOEXEC, 0);
    }

    static void close(int descriptor) {
        C.close(descriptor);
    }

    /** Takes an exclusive lock on this open file, or throws with EWOULDBLOCK. */
    static void lock(int descriptor) {
        C.flock(descriptor, LOCK_EX_NB);
    }

    /** Returns the number of bytes written. */
    static long write(int descriptor, long address, long bytes, long offset) {
        return C.pwrite(descriptor, new Pointer(address), new NativeLong(bytes), offset);
    }

    /** Returns the number of bytes read, 0 at the end of the file. */
    static long read(int descriptor, long address, long bytes, long offset) {
        return C.pread(descriptor, new Pointer(address), new NativeLong(bytes), offset);
    }

    static void sync(int descriptor) {
        C.fsync(descriptor);
    }

    static void truncate(int descriptor, long bytes) {
        C.ftruncate(descriptor, bytes);
    }

    /** Returns the size of a block device in bytes. */
    static long deviceBytes(int descriptor) {
        try (Memory size = new Memory(Long.BYTES)) {
            C.ioctl(descriptor, new NativeLong(BLKGETSIZE64), size);
            return size.getLong(0);
        }
    }

    /**
     * Returns the larger of the logical and the physical block size of a block device, in bytes.
     */
    static int deviceBlockBytes(int descriptor) {
        return Math.max(intOf(descriptor, BLKSSZGET), intOf(descriptor, BLKPBSZGET));
    }

    private static int intOf(int descriptor, long request) {
        try (Memory value = new Memory(Integer.BYTES)) {
            C.ioctl(descriptor, new NativeLong(request), value);
            return value.getInt(0);
        }
    }

    /** Returns the address of a direct buffer's first byte. */
    static long address(java.nio.ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    /**
     * Native functions, bound on first use so that {@link #isSupported} works on every platform.
     */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int open(String path, int flags, int mode) throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;

        static native int flock(int descriptor, int operation) throws LastErrorException;

        static native long pwrite(int descriptor, Pointer buffer, NativeLong bytes, long offset)
                throws LastErrorException;

        static native long pread(int descriptor, Pointer buffer, NativeLong bytes, long offset)
                throws LastErrorException;

        static native int fsync(int descriptor) throws LastErrorException;

        static native int ftruncate(int descriptor, long bytes) throws LastErrorException;

        static native int ioctl(int descriptor, NativeLong request, Pointer argument)
                throws LastErrorException;
    }
}
