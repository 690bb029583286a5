// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.SSTableLevels;
import net.bytebuddy.asm.Advice;

/** Inlined into {@code CassandraDaemon.completeSetup}: tables are open, clients not yet served. */
final class OpenedAdvice {
    private OpenedAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        SSTableLevels.opened();
    }
}
