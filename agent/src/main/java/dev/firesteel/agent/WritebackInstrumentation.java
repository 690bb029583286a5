// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.firesteel.agent.writeback.EarlyWriteback;
import java.lang.instrument.Instrumentation;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Type;

/**
 * Changes Cassandra's code so that SSTables go to the drive while they are written. Where the
 * change does not fit, they go there at their sync; nothing else changes.
 */
final class WritebackInstrumentation {
    private static final String WRITER = "org.apache.cassandra.io.util.SequentialWriter";

    private static final Map<String, Class<?>> FIELDS =
            Map.of("fchannel", FileChannel.class, "filePath", String.class);

    private final ClassFileLocator classes;
    private final Hooks hooks;

    WritebackInstrumentation(ClassFileLocator classes) {
        this.classes = classes;
        this.hooks =
                new Hooks(
                        classes,
                        List.of(
                                new Hooks.Hook(
                                        WRITER,
                                        named("doFlush")
                                                .and(not(isStatic()))
                                                .and(returns(void.class))
                                                .and(takesArguments(int.class)),
                                        WritebackAdvice.class)));
    }

    static void install(Instrumentation instrumentation) {
        WritebackInstrumentation interception =
                new WritebackInstrumentation(ClassFileLocator.ForClassLoader.ofSystemLoader());
        List<String> missing = interception.missing();
        if (missing.isEmpty())
            instrumentation.addTransformer(
                    interception.hooks.transformer(WritebackInstrumentation::say));
        else say(missing.get(0));
    }

    private static void say(String reason) {
        System.err.println(
                "Firesteel: this Cassandra writes SSTables in an unsupported way ("
                        + reason
                        + "); they go to the drive when they are synced, and not before.");
    }

    /** Returns messages on what does not fit. */
    List<String> missing() {
        List<String> missing =
                new ArrayList<>(
                        new LinkageCheck(classes, Type.getInternalName(EarlyWriteback.class))
                                .check());
        missing.addAll(hooks.missing());
        if (missing.isEmpty())
            FIELDS.forEach(
                    (name, type) -> {
                        if (!hooks.hasField(WRITER, name, type))
                            missing.add(WRITER + " has no " + name);
                    });
        return missing;
    }
}
