// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code MutationVerbHandler.respond}: skips its body if the response has to wait. */
final class ResponseAdvice {
    private ResponseAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.This(typing = Assigner.Typing.DYNAMIC) Object handler,
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object request,
            @Advice.Argument(value = 1, typing = Assigner.Typing.DYNAMIC) Object coordinator) {
        return JournalReplies.holdBackResponse(handler, request, coordinator);
    }
}
