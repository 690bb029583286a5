// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/** Runs a task when the JVM ends, unless closed before. */
public final class ShutdownHook implements AutoCloseable {
    private final Thread thread;

    /**
     * Registers the task.
     *
     * @param name of the thread that runs it
     */
    public ShutdownHook(String name, Runnable work) {
        thread = new Thread(work, name); // owns threads
        Runtime.getRuntime().addShutdownHook(thread);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the task is running.
        }
    }
}
