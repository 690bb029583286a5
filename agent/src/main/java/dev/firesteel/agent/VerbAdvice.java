// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined into {@code MutationVerbHandler.doVerb}: records the message being handled. */
final class VerbAdvice {
    private VerbAdvice() {}

    @Advice.OnMethodEnter
    static void enter(
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object message) {
        WriteHooks.beginVerb(message);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
        WriteHooks.endVerb();
    }
}
