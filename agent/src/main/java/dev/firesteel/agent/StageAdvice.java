// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.cassandra.transport.JournalReplies;

/**
 * Inlined into {@code Stage.maybeExecuteImmediately}: skips its body if the task has been run on
 * the calling thread.
 */
final class StageAdvice {
    private StageAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.This(typing = Assigner.Typing.DYNAMIC) Object stage,
            @Advice.Argument(0) Runnable task) {
        return JournalReplies.runHere(stage, task);
    }
}
