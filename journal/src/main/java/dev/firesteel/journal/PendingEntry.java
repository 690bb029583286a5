// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An entry in a record, which becomes durable or fails with it. */
record PendingEntry(CommitState state, OpenRecord record, JournalPosition end)
        implements PendingAppend {
    @Override
    public void await() throws JournalFailedException {
        if (record.awaitOutcome() == OpenRecord.Outcome.FAILED) throw state.failed();
    }

    @Override
    public void whenSettled(Consumer<@Nullable JournalFailedException> action) {
        record.whenSettled(
                outcome -> {
                    try {
                        action.accept(outcome == OpenRecord.Outcome.FAILED ? state.failed() : null);
                    } catch (Throwable t) {
                        // The callback's fault: the journal and the other waiters continue.
                        Thread thread = Thread.currentThread();
                        thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
                    }
                });
    }
}
