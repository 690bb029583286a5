// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The credentials that the kernel uses to check a thread's access to files. Linux keeps them per
 * thread; a thread with a user's credentials loses root's capabilities over files.
 *
 * @param user the number of the user
 * @param group the user's own group
 * @param groups the user's other groups
 */
record Credentials(int user, int group, List<Integer> groups) {
    private static final int MOST_GROUPS = 1024;
    private static final int ASK = -1;

    /** The group of a user without an entry in the user database. */
    private static final int NO_GROUP = 65534;

    /** The offset of the group in a {@code struct passwd}: after two pointers and the user. */
    private static final int GROUP_OFFSET = 2 * Long.BYTES + Integer.BYTES;

    /** Returns whether this process runs as root. */
    static boolean isRoot() {
        return Platform.isLinux() && callingUser() == 0;
    }

    /** Returns the number of the user as whom this process runs. */
    static int callingUser() {
        return C.geteuid();
    }

    /** Returns the credentials of a user. */
    static Credentials of(int user) {
        Pointer entry = C.getpwuid(user);
        if (entry == null) return new Credentials(user, NO_GROUP, List.of());
        int group = entry.getInt(GROUP_OFFSET);
        int[] groups = new int[MOST_GROUPS];
        IntByReference count = new IntByReference(MOST_GROUPS);
        C.getgrouplist(entry.getPointer(0).getString(0), group, groups, count);
        int found = Math.min(MOST_GROUPS, count.getValue());
        return new Credentials(user, group, Arrays.stream(groups, 0, found).boxed().toList());
    }

    /** Returns the name of a user, or the number if the user has no name. */
    static String name(int user) {
        Pointer entry = C.getpwuid(user);
        return entry == null ? "user " + user : entry.getPointer(0).getString(0);
    }

    /**
     * Gives the calling thread these credentials for files.
     *
     * @throws IOException if the kernel refuses
     */
    void take() throws IOException {
        setGroups();
        C.setfsgid(group);
        C.setfsuid(user);
        if (C.setfsgid(ASK) != group || C.setfsuid(ASK) != user) throw refused();
    }

    /** Sets the groups by system call: the C library's function would change all threads. */
    private void setGroups() throws IOException {
        try (Memory list = new Memory((groups.size() + 1L) * Integer.BYTES)) {
            for (int i = 0; i < groups.size(); i++)
                list.setInt((long) i * Integer.BYTES, groups.get(i));
            NativeLong count = new NativeLong(groups.size());
            if (C.syscall(setGroupsNumber(), count, list).longValue() != 0) throw refused();
        }
    }

    private NativeLong setGroupsNumber() throws IOException {
        return switch (Platform.ARCH) {
            case "x86-64" -> new NativeLong(116);
            case "aarch64" -> new NativeLong(159);
            default -> throw refused();
        };
    }

    private IOException refused() {
        return new IOException(
                "root cannot assume the rights of %s: run this as that user".formatted(name(user)));
    }

    /** Bound on first use. */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int geteuid();

        static native Pointer getpwuid(int user);

        static native int getgrouplist(String user, int group, int[] groups, IntByReference count);

        static native int setfsuid(int user);

        static native int setfsgid(int group);

        static native NativeLong syscall(NativeLong number, NativeLong count, Pointer list);
    }
}
