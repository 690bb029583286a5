// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.util.Objects.requireNonNull;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalPosition;
import dev.firesteel.journal.PendingAppend;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An append that a test makes durable, while another thread may register for it. */
final class TestAppend implements PendingAppend {
    private final AtomicInteger arrived = new AtomicInteger();
    private @Nullable Consumer<@Nullable JournalFailedException> action;

    /** Makes the append durable. */
    void settle() {
        arrive();
    }

    @Override
    public void whenSettled(Consumer<@Nullable JournalFailedException> whenSettled) {
        action = whenSettled;
        arrive();
    }

    /** The second of the two runs the action. */
    private void arrive() {
        if (arrived.incrementAndGet() == 2) requireNonNull(action).accept(null);
    }

    @Override
    public JournalPosition end() {
        return new JournalPosition(1, 1);
    }

    @Override
    public void await() {
        throw new IllegalStateException("a thread waits");
    }
}
