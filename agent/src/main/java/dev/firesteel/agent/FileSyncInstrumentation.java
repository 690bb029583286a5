// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.firesteel.agent.filesync.FileSyncs;
import dev.firesteel.agent.filesync.WholeWrites;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Type;

/**
 * Changes Cassandra's code so that it syncs the files that it relies on after a crash, and writes
 * all bytes of a file. Where a change does not fit, these files are as in stock; nothing else
 * changes.
 */
final class FileSyncInstrumentation {
    private static final String CASSANDRA = "org.apache.cassandra.";
    private static final String IO = CASSANDRA + "io.util.";

    /** Redirects the calls that write a buffer to a file once. */
    private static final CallRedirection WRITES =
            new CallRedirection(
                    WholeWrites.class,
                    Set.of(
                            "java/nio/channels/WritableByteChannel.write",
                            "java/nio/channels/FileChannel.write"),
                    Map.of(
                            IO + "SequentialWriter", List.of("write"),
                            CASSANDRA + "io.compress.CompressedSequentialWriter", List.of("write"),
                            CASSANDRA + "hints.HintsWriter", List.of("write"),
                            CASSANDRA + "security.EncryptionUtils", List.of("write")));

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
        FileSyncInstrumentation files =
                new FileSyncInstrumentation(ClassFileLocator.ForClassLoader.ofSystemLoader());
        List<String> syncs = files.missingSyncs();
        if (syncs.isEmpty())
            instrumentation.addTransformer(
                    files.hooks.transformer(FileSyncInstrumentation::sayUnsynced));
        else sayUnsynced(syncs.get(0));
        List<String> writes = files.missingWrites();
        if (writes.isEmpty())
            instrumentation.addTransformer(
                    WRITES.transformer(FileSyncInstrumentation::sayCutShort));
        else sayCutShort(writes.get(0));
    }

    private static void sayUnsynced(String reason) {
        say(
                reason,
                "those that it does not sync are not synced for it, and a power failure can"
                        + " damage them as in stock");
    }

    private static void sayCutShort(String reason) {
        say(
                reason,
                "a write that the kernel cuts short is not completed, and its file can lack bytes"
                        + " as in stock");
    }

    private static void say(String reason, String consequence) {
        System.err.println(
                "Firesteel: this Cassandra writes files in an unsupported way ("
                        + reason
                        + "); "
                        + consequence
                        + ".");
    }

    /** Returns messages on misfits in the changes that sync files. */
    List<String> missingSyncs() {
        List<String> missing =
                new ArrayList<>(
                        new LinkageCheck(classes, Type.getInternalName(FileSyncs.class)).check());
        missing.addAll(hooks.missing());
        return missing;
    }

    /** Returns messages on misfits in the change that writes all bytes. */
    List<String> missingWrites() {
        return WRITES.missing(classes);
    }
}
