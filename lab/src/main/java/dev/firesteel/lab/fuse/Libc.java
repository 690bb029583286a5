// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fuse;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The system calls that a FUSE server needs and Java does not offer. */
public final class Libc {
    public static final int O_RDWR = 2;
    static final int O_NONBLOCK = 0x800;
    public static final int O_CLOEXEC = 0x80000;
    static final long MS_NOSUID = 2;
    static final long MS_NODEV = 4;

    static final int EPERM = 1;
    public static final int ENOENT = 2;
    static final int EINTR = 4;
    public static final int EIO = 5;
    static final int ENXIO = 6;
    static final int EAGAIN = 11;
    public static final int EEXIST = 17;
    static final int EXDEV = 18;
    static final int ENODEV = 19;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int ENOSPC = 28;
    public static final int ENAMETOOLONG = 36;
    public static final int ENOSYS = 38;
    public static final int ENOTEMPTY = 39;
    public static final int EOPNOTSUPP = 95;

    /** Modes of {@code fallocate}. */
    public static final int KEEP_SIZE = 1;

    public static final int PUNCH_HOLE = 2;

    public static final int ZERO_RANGE = 16;

    private static final int F_GET_RW_HINT = 1035;
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final short POLLIN = 1;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_SET_IO_FLUSHER = 57;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private Libc() {}

    public static int open(String path, int flags) {
        return C.open(path, flags, 0);
    }

    static void mount(String source, String target, String type, long flags, String options) {
        C.mount(source, target, type, new NativeLong(flags), options);
    }

    /** Waits for a descriptor, again and again. For one thread. */
    static final class Waiter {
        /** A {@code struct pollfd}. */
        private final ByteBuffer target = buffer(8);

        /** A {@code struct timespec}. */
        private final ByteBuffer time = buffer(16);

        Waiter(int descriptor) {
            target.putInt(0, descriptor).putShort(4, POLLIN);
        }

        private static ByteBuffer buffer(int bytes) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        }

        /** Waits until it is readable or has failed. Returns false on a time-out. */
        boolean await(long nanos) {
            time.putLong(0, nanos / NANOS_PER_SECOND).putLong(8, nanos % NANOS_PER_SECOND);
            return C.ppoll(target, new NativeLong(1), time, null) > 0;
        }
    }

    /** Lets the kernel end waits of this thread as soon as they are due, not up to 50 us later. */
    public static void wakePunctually() {
        NativeLong none = new NativeLong(0);
        C.prctl(PR_SET_TIMERSLACK, new NativeLong(1), none, none, none);
    }

    /**
     * Keeps the kernel from making this thread wait for data that it has to write back itself,
     * where that is permitted.
     */
    public static void writeForOthers() {
        NativeLong none = new NativeLong(0);
        try {
            C.prctl(PR_SET_IO_FLUSHER, new NativeLong(1), none, none, none);
        } catch (LastErrorException e) {
            System.err.println("the kernel may delay this process: " + e.getMessage());
        }
    }

    /** Makes a range of a file empty: it reads as zeros. */
    public static void punchHole(int descriptor, long offset, long bytes) {
        C.fallocate(
                descriptor, PUNCH_HOLE | KEEP_SIZE, new NativeLong(offset), new NativeLong(bytes));
    }

    /** Returns the start of the next data of a file at an offset or behind; -1 if there is none. */
    public static long nextData(int descriptor, long offset) {
        try {
            return C.lseek(descriptor, new NativeLong(offset), SEEK_DATA);
        } catch (LastErrorException e) {
            if (e.getErrorCode() == ENXIO) return -1;
            throw e;
        }
    }

    /** Returns the start of the next hole of a file, or its end. */
    public static long nextHole(int descriptor, long offset) {
        return C.lseek(descriptor, new NativeLong(offset), SEEK_HOLE);
    }

    /** Returns the lifetime hint of a file: 0 for not set, to 5 for extreme. */
    public static long lifetimeHint(int descriptor) {
        ByteBuffer hint = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        C.fcntl(descriptor, F_GET_RW_HINT, hint);
        return hint.getLong(0);
    }

    public static void close(int descriptor) {
        C.close(descriptor);
    }

    // JNA passes the address of a buffer's position.

    /** Reads into a direct buffer from its start, and returns the number of bytes. */
    static int read(int descriptor, ByteBuffer target) {
        return (int) C.read(descriptor, target.rewind(), new NativeLong(target.capacity()));
    }

    /** Writes the first bytes of a direct buffer at once. */
    static void write(int descriptor, ByteBuffer source, int bytes) {
        C.write(descriptor, source.rewind(), new NativeLong(bytes));
    }

    /** Bound on first use. */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int open(String path, int flags, int mode) throws LastErrorException;

        static native long lseek(int file, NativeLong offset, int whence) throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;

        static native int fcntl(int descriptor, int command, ByteBuffer argument)
                throws LastErrorException;

        static native int mount(
                String source, String target, String type, NativeLong flags, String options)
                throws LastErrorException;

        static native int ppoll(
                ByteBuffer targets, NativeLong count, ByteBuffer time, @Nullable Pointer signals)
                throws LastErrorException;

        static native int prctl(
                int option,
                NativeLong second,
                NativeLong third,
                NativeLong fourth,
                NativeLong fifth)
                throws LastErrorException;

        static native int fallocate(int file, int mode, NativeLong offset, NativeLong bytes)
                throws LastErrorException;

        static native long read(int descriptor, ByteBuffer target, NativeLong bytes)
                throws LastErrorException;

        static native long write(int descriptor, ByteBuffer source, NativeLong bytes)
                throws LastErrorException;
    }
}
