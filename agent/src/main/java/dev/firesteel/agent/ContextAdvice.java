// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into {@code CassandraKeyspaceWriteHandler.beginWrite}: skips its body, which would append
 * to the commit log, if the mutation is in the journal already.
 */
final class ContextAdvice {
    private ContextAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Object enter(
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object mutation) {
        return WriteHooks.context(mutation);
    }

    @Advice.OnMethodExit
    @SuppressWarnings({"UnusedVariable", "ParameterValue"}) // Assigned for Cassandra's method.
    static void exit(
            @Advice.Enter @Nullable Object context,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
        if (context != null) returned = context;
    }
}
