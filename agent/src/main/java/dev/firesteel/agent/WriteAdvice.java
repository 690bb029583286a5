// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code StorageProxy.mutate}, which writes what needs no batch log and no Paxos. */
final class WriteAdvice {
    private WriteAdvice() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) List<?> mutations) {
        JournalReplies.beginWrite(mutations.size());
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
        JournalReplies.endWrite();
    }
}
