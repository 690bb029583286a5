// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code Dispatcher.isDone}, which a node calls before it closes connections. */
final class DoneAdvice {
    private DoneAdvice() {}

    @Advice.OnMethodExit
    @SuppressWarnings({"UnusedVariable", "ParameterValue"}) // Assigned for Cassandra's method.
    static void exit(@Advice.Return(readOnly = false) boolean done) {
        done = done && JournalReplies.areSent();
    }
}
