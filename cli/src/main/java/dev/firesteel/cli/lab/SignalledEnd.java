// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.ShutdownHook;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Stops work after a signal, such as that of Ctrl-C, and lets the JVM end when this object is
 * closed: by then the results so far are printed.
 */
final class SignalledEnd implements AutoCloseable {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ShutdownHook hook = new ShutdownHook("stop-work", this::end);
    private volatile @Nullable Runnable stop;
    private volatile boolean isSignalled;

    /**
     * Sets the work. A signal before that ends the JVM at once.
     *
     * @param stop makes the work end soon
     */
    void stops(Runnable stop) {
        this.stop = stop;
    }

    /** Returns whether a signal has stopped the work. */
    boolean isSignalled() {
        return isSignalled;
    }

    /** Stops the work, if it is set, and waits for {@link #close}. */
    void end() {
        Runnable set = stop;
        if (set == null) return;
        isSignalled = true;
        set.run();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        hook.close();
    }
}
