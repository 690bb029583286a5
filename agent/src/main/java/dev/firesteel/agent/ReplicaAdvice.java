// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code MutationVerbHandler.doVerb}, which writes for a coordinator. */
final class ReplicaAdvice {
    private ReplicaAdvice() {}

    @Advice.OnMethodEnter
    static void enter() {
        JournalReplies.beginRequest();
        JournalReplies.beginWrite(1);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
        JournalReplies.endRequest();
    }
}
