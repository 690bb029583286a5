// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.firesteel.agent.filesync.FileSyncs;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Type;

/**
 * Changes Cassandra's code so that it syncs the files that it relies on after a crash. Where the
 * change does not fit, these files are as durable as in stock; nothing else changes.
 */
final class FileSyncInstrumentation {
    private static final String IO = "org.apache.cassandra.io.util.";

    private static final List<Hooks.Hook> HOOKS =
            List.of(
                    new Hooks.Hook(
                            IO + "FileUtils",
                            named("write")
                                    .and(isStatic())
                                    .and(takesArgument(0, named(IO + "File")))
                                    .and(takesArgument(2, StandardOpenOption[].class)),
                            SyncedWriteAdvice.class),
                    new Hooks.Hook(
                            IO + "PathUtils",
                            named("atomicMoveWithFallback")
                                    .and(isStatic())
                                    .and(takesArguments(Path.class, Path.class)),
                            SyncedRenameAdvice.class));

    private final ClassFileLocator classes;
    private final Hooks hooks;

    FileSyncInstrumentation(ClassFileLocator classes) {
        this.classes = classes;
        this.hooks = new Hooks(classes, HOOKS);
    }

    static void install(Instrumentation instrumentation) {
        FileSyncInstrumentation interception =
                new FileSyncInstrumentation(ClassFileLocator.ForClassLoader.ofSystemLoader());
        List<String> missing = interception.missing();
        if (missing.isEmpty())
            instrumentation.addTransformer(
                    interception.hooks.transformer(FileSyncInstrumentation::say));
        else say(missing.get(0));
    }

    private static void say(String reason) {
        System.err.println(
                "Firesteel: this Cassandra writes files in an unsupported way ("
                        + reason
                        + "); those that it does not sync are not synced for it, and a power"
                        + " failure can damage them as in stock.");
    }

    /** Returns messages on what does not fit. */
    List<String> missing() {
        List<String> missing =
                new ArrayList<>(
                        new LinkageCheck(classes, Type.getInternalName(FileSyncs.class)).check());
        missing.addAll(hooks.missing());
        return missing;
    }
}
