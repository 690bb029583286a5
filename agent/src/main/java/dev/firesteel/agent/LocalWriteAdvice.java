// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined into {@code StorageProxy.performLocally}: skips its body if the write is deferred. */
final class LocalWriteAdvice {
    private LocalWriteAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object stage,
            @Advice.Argument(value = 3, typing = Assigner.Typing.DYNAMIC) Object handler,
            @Advice.Argument(value = 4, typing = Assigner.Typing.DYNAMIC) Object what) {
        return WriteHooks.writeLocally(stage, handler, what);
    }
}
