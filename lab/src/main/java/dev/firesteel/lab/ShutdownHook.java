// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/** Has something done when the JVM ends, unless it is closed before. */
public final class ShutdownHook implements AutoCloseable {
    private final Thread thread;

    /**
     * From now on.
     *
     * @param name of the thread that does it
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
            // The JVM is about to end, and it is being done.
        }
    }
}
