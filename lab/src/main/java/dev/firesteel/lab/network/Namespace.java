// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import com.sun.jna.LastErrorException;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Moves a thread into a network namespace of Linux, until this is closed. Sockets, threads and
 * processes that the thread makes meanwhile belong to that namespace. The same thread must close
 * it.
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
            int there = Libc.open(file.toString(), Libc.O_CLOEXEC);
            try {
                int home = openPresent();
                try {
                    NetworkCalls.setNetwork(there);
                    return new Namespace(home);
                } catch (LastErrorException e) {
                    Libc.close(home);
                    throw e;
                }
            } finally {
                Libc.close(there);
            }
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
