// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code ModificationStatement.executeWithoutCondition}. */
final class StatementAdvice {
    private StatementAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {
        JournalReplies.beginStatement();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
        JournalReplies.endStatement();
    }
}
