// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The system calls that a FUSE server needs and Java does not offer. */
final class Libc {
    static final int O_RDWR = 2;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;
    static final long MS_NOSUID = 2;
    static final long MS_NODEV = 4;

    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int ENODEV = 19;
    static final int ENOSYS = 38;
    static final int EOPNOTSUPP = 95;

    private static final short POLLIN = 1;

    private Libc() {}

    static int open(String path, int flags) {
        return C.open(path, flags, 0);
    }

    static void mount(String source, String target, String type, long flags, String options) {
        C.mount(source, target, type, new NativeLong(flags), options);
    }

    /** Waits until the descriptor is readable or has failed. Returns false on a time-out. */
    static boolean awaitReadable(int descriptor, int millis) {
        PollTarget target = new PollTarget(descriptor);
        return C.poll(target.bytes, new NativeLong(1), millis) > 0;
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

    /** A {@code struct pollfd}. */
    private record PollTarget(ByteBuffer bytes) {
        PollTarget(int descriptor) {
            this(ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()));
            bytes.putInt(0, descriptor).putShort(4, POLLIN);
        }
    }

    /** Bound on first use. */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int open(String path, int flags, int mode) throws LastErrorException;

        static native int mount(
                String source, String target, String type, NativeLong flags, String options)
                throws LastErrorException;

        static native int poll(ByteBuffer targets, NativeLong count, int millis)
                throws LastErrorException;

        static native long read(int descriptor, ByteBuffer target, NativeLong bytes)
                throws LastErrorException;

        static native long write(int descriptor, ByteBuffer source, NativeLong bytes)
                throws LastErrorException;
    }
}
