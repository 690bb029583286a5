// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code Dispatcher.processRequest}, which serves a request and sends the reply. */
final class RequestAdvice {
    private RequestAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {
        JournalReplies.beginRequest();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
        JournalReplies.endRequest();
    }
}
