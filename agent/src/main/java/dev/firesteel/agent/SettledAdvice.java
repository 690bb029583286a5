// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined into {@code AbstractWriteResponseHandler.signal}, which wakes the waiting thread. */
final class SettledAdvice {
    private SettledAdvice() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.This(typing = Assigner.Typing.DYNAMIC) Object handler) {
        WriteHooks.settled(handler);
    }
}
