// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An entry that has its place in the journal and is on its way to the device. */
public interface PendingAppend {
    /** The entry's end position. */
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
     * Has something done once the entry's fate is known, once: on a thread of the journal, which
     * every other write waits for meanwhile, or right away on this one.
     *
     * @param action given null if the entry is durable, otherwise what {@link #await} throws. Has
     *     to be quick. What it throws goes to the thread's handler of uncaught exceptions
     */
    void whenSettled(Consumer<@Nullable JournalFailedException> action);
}
