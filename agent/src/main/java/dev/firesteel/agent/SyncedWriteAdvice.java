// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.filesync.FileSyncs;
import java.nio.file.StandardOpenOption;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.File;

/** Inlined into {@code FileUtils.write}, which syncs a file before its last bytes are written. */
final class SyncedWriteAdvice {
    private SyncedWriteAdvice() {}

    @Advice.OnMethodExit
    static void exit(
            @Advice.Argument(0) File file, @Advice.Argument(2) StandardOpenOption[] options) {
        FileSyncs.written(file.toPath(), options);
    }
}
