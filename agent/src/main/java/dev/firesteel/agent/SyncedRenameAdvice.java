// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.filesync.FileSyncs;
import java.nio.file.Path;
import net.bytebuddy.asm.Advice;

/** Inlined into {@code PathUtils.atomicMoveWithFallback}, which renames files. */
final class SyncedRenameAdvice {
    private SyncedRenameAdvice() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Path from) {
        FileSyncs.renaming(from);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Argument(1) Path to) {
        FileSyncs.renamed(to);
    }
}
