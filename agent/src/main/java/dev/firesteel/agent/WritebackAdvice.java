// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.writeback.EarlyWriteback;
import java.nio.channels.FileChannel;
import net.bytebuddy.asm.Advice;

/**
 * Inlined into {@code SequentialWriter.doFlush}, which writes buffers to the file: starts their
 * writeback to the drive.
 */
final class WritebackAdvice {
    private WritebackAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.FieldValue("fchannel") FileChannel channel) {
        return EarlyWriteback.position(channel);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
            @Advice.FieldValue("filePath") String file,
            @Advice.FieldValue("fchannel") FileChannel channel,
            @Advice.Enter long before) {
        EarlyWriteback.written(file, before, channel);
    }
}
