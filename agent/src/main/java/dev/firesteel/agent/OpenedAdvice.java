// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.SSTableLevels;
import net.bytebuddy.asm.Advice;

/** Inlined into {@code CassandraDaemon.completeSetup}: the tables are open, clients are not. */
final class OpenedAdvice {
    private OpenedAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        SSTableLevels.opened();
    }
}
