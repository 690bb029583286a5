// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.time.Duration;

/** The writes to a node during a fault. They end when the node is gone. */
public interface Load {
    /** Lets writes continue for this time, in which they must not end by themselves. */
    void last(Duration time) throws IOException, InterruptedException;

    /** Lets writes continue for this time, or until they end. Returns whether they still do. */
    boolean goesOn(Duration time) throws InterruptedException;

    /** Waits until the node refuses a write. Returns whether it did in time. */
    boolean isRefused(Duration patience) throws InterruptedException;

    /**
     * Waits until a write sent after the first refusal is acknowledged. Returns whether one was in
     * time.
     */
    boolean resumes(Duration patience) throws InterruptedException;

    /**
     * Waits until a write sent from now on is acknowledged. Returns whether one was in time, and
     * before writes ended.
     */
    boolean isServed(Duration patience) throws IOException, InterruptedException;
}
