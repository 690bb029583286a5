// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.cassandra.db.commitlog.JournalCommitLog;

/**
 * Inlined into {@code CommitLog.construct()}: skips its body and returns our commit log.
 *
 * <p>No signature here names {@code CommitLog}: that would load the class while it is being
 * transformed, and define it twice.
 */
final class ConstructAdvice {
    /** The agent's argument, woven in as a constant, so that it need not be stored. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface AgentArgument {}

    private ConstructAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static Object enter(@AgentArgument String argument) {
        return JournalCommitLog.create(argument);
    }

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // assigned for Cassandra's method
    static void exit(
            @Advice.Enter Object ours,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
        returned = ours;
    }
}
