// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An entry that has its position in the journal and is on its way to the device. */
public interface PendingAppend {
    /** Returns the entry's end position. */
    JournalPosition end();

    /**
     * Waits until the entry is durable. An interrupt does not end the wait and is kept for the
     * caller.
     *
     * @throws JournalFailedException if the device failed or the journal is closed; whether the
     *     entry was written is unknown
     */
    void await() throws JournalFailedException;

    /**
     * Runs an action once, when the entry is durable or has failed. It runs on a thread of the
     * journal, where it delays every other write, or immediately on this thread.
     *
     * @param action receives null if the entry is durable, otherwise what {@link #await} throws.
     *     Must be quick. Its exceptions go to the thread's handler of uncaught exceptions
     */
    void whenSettled(Consumer<@Nullable JournalFailedException> action);
}
