// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/** The system calls of a network that Java does not offer. For 64-bit Linux. */
final class NetworkCalls {
    private static final int CLONE_NEWNET = 0x40000000;
    private static final long TUNSETIFF = 0x400454caL;
    private static final int PRIO_PROCESS = 0;
    private static final int HIGHEST_PRIORITY = -20;
    static final short POLLIN = 1;

    private NetworkCalls() {}

    /** Moves the calling thread, and threads and processes that it starts, to a new namespace. */
    static void unshareNetwork() {
        C.unshare(CLONE_NEWNET);
    }

    /** Moves the calling thread, and what it starts, to the namespace of a file. */
    static void setNetwork(int descriptor) {
        C.setns(descriptor, CLONE_NEWNET);
    }

    /** Makes a network interface of a descriptor, by a {@code struct ifreq}. */
    static void setInterface(int descriptor, ByteBuffer request) {
        C.ioctl(descriptor, TUNSETIFF, address(request));
    }

    /** Gives the calling thread the highest priority, where that is permitted. */
    static void runFirst() {
        int unused = C.setpriority(PRIO_PROCESS, 0, HIGHEST_PRIORITY);
    }

    /** Waits for descriptors. Returns a positive number if one is ready. */
    static int poll(long targets, int count, long time) {
        return C.ppoll(targets, count, time, 0);
    }

    /** Reads, and returns the number of bytes; negative if there is nothing. */
    static long read(int descriptor, long target, long bytes) {
        return C.read(descriptor, target, bytes);
    }

    /** Writes, and returns the number of bytes; negative if it failed. */
    static long write(int descriptor, long source, long bytes) {
        return C.write(descriptor, source, bytes);
    }

    /** Returns the address of a direct buffer, which must stay reachable. */
    static long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    /** Bound on first use. Addresses are passed as numbers: buffers would take longer. */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int unshare(int flags) throws LastErrorException;

        static native int setns(int descriptor, int type) throws LastErrorException;

        static native int ioctl(int descriptor, long request, long argument)
                throws LastErrorException;

        static native int setpriority(int which, int thread, int priority);

        static native int ppoll(long targets, long count, long time, long signals);

        static native long read(int descriptor, long target, long bytes);

        static native long write(int descriptor, long source, long bytes);
    }
}
