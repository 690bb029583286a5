// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined into {@code Stage.maybeExecuteImmediately}: skips its body if the task is queued. */
final class StageAdvice {
    private StageAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.This(typing = Assigner.Typing.DYNAMIC) Object stage,
            @Advice.Argument(0) Runnable task) {
        return WriteHooks.queue(stage, task);
    }
}
