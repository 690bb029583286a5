// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.firesteel.agent.lifetime.FileCalls;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * Changes Cassandra's code so that every file gets a write lifetime. Where the changes do not fit,
 * files get none, or one that ignores levels; nothing else changes.
 */
final class LifetimeInstrumentation {
    private static final String PACKAGE = "org.apache.cassandra.";
    private static final String BUILDER = PACKAGE + "io.sstable.format.SSTableWriter$Builder";
    private static final String DAEMON = PACKAGE + "service.CassandraDaemon";
    private static final String METADATA = PACKAGE + "io.sstable.metadata.MetadataCollector";
    private static final String ROOT = "dev/firesteel/agent/lifetime/SSTableLevels";

    /** Redirects the calls that open, rename and delete files. */
    private static final CallRedirection FILES =
            new CallRedirection(
                    FileCalls.class,
                    Set.of(
                            "java/nio/channels/FileChannel.open",
                            "com/google/common/io/Files.touch",
                            "java/nio/file/Files.newOutputStream",
                            "java/nio/file/Files.move",
                            "java/nio/file/Files.delete",
                            "java/nio/file/spi/FileSystemProvider.newFileChannel"),
                    Map.of(
                            PACKAGE + "io.util.SequentialWriter", List.of("open"),
                            PACKAGE + "io.util.PathUtils", List.of("open", "delete", "move"),
                            PACKAGE + "io.util.FileUtils", List.of("newFileChannel"),
                            PACKAGE + "hints.HintsWriter", List.of("open", "newOutputStream"),
                            PACKAGE + "index.sai.disk.format.IndexDescriptor", List.of("touch")));

    private static final List<Hooks.Hook> LEVELS =
            List.of(
                    new Hooks.Hook(
                            BUILDER,
                            named("build").and(not(isStatic())).and(takesArguments(2)),
                            LevelAdvice.class),
                    new Hooks.Hook(
                            DAEMON,
                            named("completeSetup").and(not(isStatic())).and(takesArguments(0)),
                            OpenedAdvice.class));

    private final ClassFileLocator classes;
    private final Hooks levels;

    LifetimeInstrumentation(ClassFileLocator classes) {
        this.classes = classes;
        this.levels = new Hooks(classes, LEVELS);
    }

    static void install(Instrumentation instrumentation) {
        ClassFileLocator classes = ClassFileLocator.ForClassLoader.ofSystemLoader();
        LifetimeInstrumentation all = new LifetimeInstrumentation(classes);
        List<String> files = all.missingFiles();
        List<String> levels = all.missingLevels();
        if (!files.isEmpty()) say(files.get(0), "files are given no write lifetime");
        else {
            if (!levels.isEmpty())
                say(
                        levels.get(0),
                        "write lifetimes do not depend on levels, there is no table"
                                + " firesteel.lifetimes and no trace");
            else
                instrumentation.addTransformer(
                        all.levels.transformer(LifetimeInstrumentation::say));
            instrumentation.addTransformer(FILES.transformer(LifetimeInstrumentation::say));
        }
    }

    private static void say(String problem) {
        say(problem, "some files are given no write lifetime");
    }

    private static void say(String reason, String consequence) {
        System.err.println(
                "Firesteel: this Cassandra writes files in an unsupported way ("
                        + reason
                        + "); "
                        + consequence
                        + ".");
    }

    /** Returns messages on misfits in the changes that every lifetime needs. */
    List<String> missingFiles() {
        return FILES.missing(classes);
    }

    /** Returns messages on misfits in the changes that levels and the table need. */
    List<String> missingLevels() {
        List<String> missing = new ArrayList<>(new LinkageCheck(classes, ROOT).check());
        missing.addAll(levels.missing());
        if (missing.isEmpty() && !levels.hasField(METADATA, "sstableLevel", int.class))
            missing.add(METADATA + " has no sstableLevel");
        return missing;
    }
}
