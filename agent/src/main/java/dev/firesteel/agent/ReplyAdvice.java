// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code Dispatcher.flush}: skips its body if the reply has to wait. */
final class ReplyAdvice {
    private ReplyAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.This(typing = Assigner.Typing.DYNAMIC) Object dispatcher,
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object reply) {
        return JournalReplies.holdBack(dispatcher, reply);
    }
}
