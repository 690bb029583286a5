// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Changes Cassandra's code to replace its commit log: {@code CommitLog.construct()} returns
 * Firesteel's.
 *
 * <p>No class of Cassandra is loaded here; they are read as bytes.
 */
final class CommitLogInstrumentation implements ClassFileTransformer {
    static final String COMMIT_LOG = "org.apache.cassandra.db.commitlog.CommitLog";

    static final String INTERNAL_NAME = COMMIT_LOG.replace('.', '/');

    private final String argument;

    private CommitLogInstrumentation(String argument) {
        this.argument = argument;
    }

    /**
     * Installs the change; on failure, prints the reason and leaves Cassandra unchanged or halts.
     */
    static void install(@Nullable String argument, Instrumentation instrumentation) {
        List<String> missing = missing();
        if (isLoaded(instrumentation))
            end(
                    "another agent has loaded "
                            + COMMIT_LOG
                            + " already, and so Firesteel cannot replace it: put the -javaagent"
                            + " line of Firesteel before that agent's.");
        else if (missing.isEmpty()) {
            tellOfUnknown();
            instrumentation.addTransformer(
                    new CommitLogInstrumentation(argument == null ? "" : argument));
            ReplyInstrumentation.install(instrumentation);
            LifetimeInstrumentation.install(instrumentation);
            WritebackInstrumentation.install(instrumentation);
            FileSyncInstrumentation.install(instrumentation);
        } else stayOut(missing);
    }

    private static boolean isLoaded(Instrumentation instrumentation) {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses())
            if (loaded.getName().equals(COMMIT_LOG)) return true;
        return false;
    }

    /**
     * Returns messages on what does not fit. A failure here is one of them: an unknown Cassandra
     * must still start.
     */
    private static List<String> missing() {
        try {
            return new LinkageCheck(ClassFileLocator.ForClassLoader.ofSystemLoader()).check();
        } catch (RuntimeException | LinkageError e) {
            return List.of("the check of its classes has failed: " + e);
        }
    }

    private static void tellOfUnknown() {
        Set<String> unknown =
                new InheritedMethods(ClassFileLocator.ForClassLoader.ofSystemLoader()).unknown();
        if (!unknown.isEmpty())
            say(
                    "this Cassandra's commit log has methods unknown to Firesteel: "
                            + String.join(", ", unknown)
                            + ". Their callers may fail or wait. Look for a newer Firesteel.");
    }

    private static void stayOut(List<String> missing) {
        say(
                "this Cassandra is not supported ("
                        + missing.get(0)
                        + (missing.size() > 1 ? ", and " + (missing.size() - 1) + " more" : "")
                        + ").");
        if (StartGuardFile.isBeside(CassandraYaml.commitLogDirectory()))
            end(
                    "the journal holds writes that have not been replayed. Start the Cassandra that"
                            + " wrote them, and drain it, before changing to this one.");
        say("this Cassandra keeps its own commit log, without Firesteel.");
    }

    private static void say(String sentence) {
        System.err.println("Firesteel: " + sentence);
    }

    private static void end(String sentence) {
        say(sentence);
        Runtime.getRuntime().halt(Refusal.EXIT_CODE); // owns exit
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (!INTERNAL_NAME.equals(name)) return null;
        try {
            return weave(bytes);
        } catch (RuntimeException | LinkageError e) {
            // The JVM ignores exceptions of transformers, and the node would run without Firesteel.
            end("cannot replace Cassandra's commit log: " + e);
            return null;
        }
    }

    /** Returns the class with the advice inlined. */
    byte[] weave(byte[] bytes) {
        ClassFileLocator classes =
                new ClassFileLocator.Compound(
                        ClassFileLocator.Simple.of(COMMIT_LOG, bytes),
                        ClassFileLocator.ForClassLoader.ofSystemLoader());
        TypePool pool = TypePool.Default.of(classes);
        TypeDescription commitLog = pool.describe(COMMIT_LOG).resolve();
        TypeDescription advice = pool.describe(ConstructAdvice.class.getName()).resolve();
        return new ByteBuddy()
                .decorate(commitLog, classes)
                .visit(
                        Advice.withCustomMapping()
                                .bind(ConstructAdvice.AgentArgument.class, argument)
                                .to(advice, classes)
                                .on(named("construct").and(isStatic()).and(takesNoArguments())))
                .make()
                .getBytes();
    }
}
