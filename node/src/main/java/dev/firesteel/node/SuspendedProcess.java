// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process that runs no instruction of its own until it is resumed. The stop is complete when
 * {@link #suspend} returns: on a busy machine, threads go on for tens of milliseconds after the
 * signal.
 */
public record SuspendedProcess(long pid) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 1;

    /**
     * Sends SIGSTOP, and waits until every thread is stopped, or stops as soon as it returns from
     * the kernel.
     *
     * @throws NodeException if the process has ended, or does not stop within 10 s
     */
    public static SuspendedProcess suspend(long pid) throws NodeException {
        SuspendedProcess process = new SuspendedProcess(pid);
        process.signal("STOP");
        long deadline = System.nanoTime() + PATIENCE.toNanos(); // owns clock
        try {
            while (deadline - System.nanoTime() > 0) { // owns clock
                if (process.isStopped()) return process;
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (IOException e) {
            throw new NodeException(
                    "Cannot see the threads of process " + pid + ": " + FileFailure.text(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeException("Interrupted while process " + pid + " stops", e);
        }
        throw new NodeException("Process " + pid + " does not stop");
    }

    /** Sends SIGCONT. */
    public void resume() throws NodeException {
        signal("CONT");
    }

    @Override
    public void close() throws NodeException {
        resume();
    }

    /** Returns whether one thread has stopped, and no other is outside of the kernel. */
    private boolean isStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            String states = String.join("", threads.map(SuspendedProcess::state).toList());
            return states.contains("T") && states.chars().allMatch(each -> "TD".indexOf(each) >= 0);
        }
    }

    /** Returns the state of a thread, a letter; empty if it has ended. */
    private static String state(Path thread) {
        try {
            String line = Files.readString(thread.resolve("stat"));
            int at = line.lastIndexOf(')') + 2; // the name before it may have any character
            return line.substring(at, at + 1);
        } catch (IOException e) {
            return "";
        }
    }

    private void signal(String name) throws NodeException {
        int code;
        try {
            code = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new NodeException("Cannot run kill: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeException("Interrupted while sending SIG" + name, e);
        }
        if (code != 0) throw new NodeException("Cannot send SIG" + name + " to process " + pid);
    }
}
