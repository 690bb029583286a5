// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import com.sun.jna.LastErrorException;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The stay of a thread in a network namespace of Linux. Sockets, threads and processes that it
 * makes meanwhile belong to that namespace. For the thread that entered it.
 */
public final class Namespace implements AutoCloseable {
    /** The namespace of the calling thread. */
    private static final String PRESENT = "/proc/thread-self/ns/net";

    private final int home;

    private Namespace(int home) {
        this.home = home;
    }

    /**
     * Moves the calling thread to a namespace, until it is closed.
     *
     * @param file names the namespace
     */
    public static Namespace enter(Path file) throws IOException {
        try {
            int home = openPresent();
            int there = Libc.open(file.toString(), Libc.O_CLOEXEC);
            try {
                NetworkCalls.setNetwork(there);
            } finally {
                Libc.close(there);
            }
            return new Namespace(home);
        } catch (LastErrorException e) {
            throw new IOException(
                    "Cannot enter the network namespace %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Returns a descriptor of the calling thread's namespace, which keeps it. */
    static int openPresent() {
        return Libc.open(PRESENT, Libc.O_CLOEXEC);
    }

    /** Returns to the namespace from which this one was entered. */
    @Override
    public void close() {
        NetworkCalls.setNetwork(home);
        Libc.close(home);
    }
}
