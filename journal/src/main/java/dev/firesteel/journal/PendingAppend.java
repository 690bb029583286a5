// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An entry that has its place in the journal and is on its way to the device. */
public final class PendingAppend {
    private final CommitPath path;
    private final OpenRecord record;
    private final JournalPosition end;

    PendingAppend(CommitPath path, OpenRecord record, JournalPosition end) {
        this.path = path;
        this.record = record;
        this.end = end;
    }

    /** The entry's end position. */
    public JournalPosition end() {
        return end;
    }

    /** Whether another entry shares its fate with this one: both become durable, or neither. */
    public boolean isTogetherWith(PendingAppend other) {
        return record == other.record;
    }

    /**
     * Waits until the entry is durable. An interrupt does not end the wait and is kept for the
     * caller.
     *
     * @throws JournalFailedException if the device failed or the journal is closed; whether the
     *     entry was written is unknown
     */
    public void await() throws JournalFailedException {
        if (record.awaitOutcome() == OpenRecord.Outcome.FAILED) throw path.failed();
    }

    /**
     * Has something done once the entry's fate is known, once: on a thread of the journal, which
     * every other write waits for meanwhile, or right away on this one.
     *
     * @param action given null if the entry is durable, otherwise what {@link #await} throws. Must
     *     be quick and throw nothing
     */
    public void whenSettled(Consumer<@Nullable JournalFailedException> action) {
        record.whenSettled(
                outcome ->
                        action.accept(outcome == OpenRecord.Outcome.FAILED ? path.failed() : null));
    }
}
