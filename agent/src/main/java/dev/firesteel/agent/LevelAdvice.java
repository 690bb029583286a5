// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.SSTableLevels;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** Inlined into {@code SSTableWriter.Builder.build}: records the level before files are created. */
final class LevelAdvice {
    private LevelAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(
            @Advice.This(typing = Assigner.Typing.DYNAMIC) Object builder,
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object tracker,
            @Advice.Argument(value = 1, typing = Assigner.Typing.DYNAMIC) Object owner) {
        SSTableLevels.begins(builder, tracker, owner);
    }
}
