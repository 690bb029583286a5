// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.cassandra.transport.JournalReplies;

/** Inlined into {@code Dispatcher.processRequest}: skips its body if Firesteel has served it. */
final class ServeAdvice {
    private ServeAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
            @Advice.This(typing = Assigner.Typing.DYNAMIC) Object dispatcher,
            @Advice.AllArguments Object[] arguments) {
        return JournalReplies.serve(dispatcher, arguments);
    }
}
