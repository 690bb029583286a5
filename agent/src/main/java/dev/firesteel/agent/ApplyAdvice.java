// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into {@code Mutation.applyFuture}: skips its body if the write is deferred. */
final class ApplyAdvice {
    private ApplyAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Object enter(@Advice.This(typing = Assigner.Typing.DYNAMIC) Object mutation) {
        return WriteHooks.applyFuture(mutation);
    }

    @Advice.OnMethodExit
    @SuppressWarnings({"UnusedVariable", "ParameterValue"}) // Assigned for Cassandra's method.
    static void exit(
            @Advice.Enter @Nullable Object future,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
        if (future != null) returned = future;
    }
}
