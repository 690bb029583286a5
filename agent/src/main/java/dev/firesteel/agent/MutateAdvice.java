// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined into {@code StorageProxy.mutate}: skips its body if the write does not block. */
final class MutateAdvice {
    private MutateAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.Argument(0) List<?> mutations,
            @Advice.Argument(value = 1, typing = Assigner.Typing.DYNAMIC) Object level,
            @Advice.Argument(value = 2, typing = Assigner.Typing.DYNAMIC) Object time) {
        return WriteHooks.mutate(mutations, level, time);
    }
}
