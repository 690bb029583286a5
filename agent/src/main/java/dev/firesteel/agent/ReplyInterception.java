// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The changes to Cassandra's code by which a reply can wait for flash in the place of a thread.
 * Where they do not fit, threads wait: nothing else changes.
 */
final class ReplyInterception {
    private static final String ROOT = "org/apache/cassandra/transport/JournalReplies";
    private static final String DISPATCHER = "org.apache.cassandra.transport.Dispatcher";
    private static final String FLUSHER = "org.apache.cassandra.transport.Flusher";
    private static final String MESSAGE = "org.apache.cassandra.net.Message";
    private static final String PROXY = "org.apache.cassandra.service.StorageProxy";
    private static final String REPLICA = "org.apache.cassandra.db.MutationVerbHandler";
    private static final String STAGE = "org.apache.cassandra.concurrent.Stage";

    private static final ElementMatcher.Junction<MethodDescription> REQUEST =
            named("processRequest").and(not(isStatic())).and(returns(void.class));

    private static final ElementMatcher.Junction<MethodDescription> FLUSH =
            named("flush")
                    .and(not(isStatic()))
                    .and(returns(void.class))
                    .and(takesArguments(1))
                    .and(takesArgument(0, named(FLUSHER + "$FlushItem")));

    private static final ElementMatcher.Junction<MethodDescription> WRITE =
            named("mutate")
                    .and(isStatic())
                    .and(returns(void.class))
                    .and(takesArguments(3))
                    .and(takesArgument(0, List.class));

    private static final ElementMatcher.Junction<MethodDescription> LOCAL_WRITE =
            named("maybeExecuteImmediately")
                    .and(not(isStatic()))
                    .and(returns(void.class))
                    .and(takesArguments(Runnable.class));

    private static final ElementMatcher.Junction<MethodDescription> REPLICA_WRITE =
            named("doVerb")
                    .and(not(isStatic()))
                    .and(not(isBridge()))
                    .and(returns(void.class))
                    .and(takesArguments(1));

    private static final ElementMatcher.Junction<MethodDescription> RESPONSE =
            named("respond").and(not(isStatic())).and(returns(void.class)).and(takesArguments(2));

    private static final List<Hooks.Hook> HOOKS =
            List.of(
                    new Hooks.Hook(DISPATCHER, REQUEST, RequestAdvice.class),
                    new Hooks.Hook(DISPATCHER, FLUSH, ReplyAdvice.class),
                    new Hooks.Hook(PROXY, WRITE, WriteAdvice.class),
                    new Hooks.Hook(STAGE, LOCAL_WRITE, StageAdvice.class),
                    new Hooks.Hook(REPLICA, REPLICA_WRITE, ReplicaAdvice.class),
                    new Hooks.Hook(REPLICA, RESPONSE, ResponseAdvice.class));

    private final ClassFileLocator classes;
    private final Hooks hooks;

    ReplyInterception(ClassFileLocator classes) {
        this.classes = classes;
        this.hooks = new Hooks(classes, HOOKS);
    }

    static void install(Instrumentation instrumentation) {
        ReplyInterception interception =
                new ReplyInterception(ClassFileLocator.ForClassLoader.ofSystemLoader());
        List<String> missing = interception.missing();
        // Each class by itself is harmless: without the other no reply waits, but threads do.
        if (missing.isEmpty())
            instrumentation.addTransformer(interception.hooks.transformer(ReplyInterception::say));
        else say(missing.get(0));
    }

    private static void say(String reason) {
        System.err.println(
                "Firesteel: this Cassandra answers clients in a way that it does not know ("
                        + reason
                        + "); writes wait for flash before they go to their memtables.");
    }

    /** What does not fit, for people. */
    List<String> missing() {
        List<String> missing = new ArrayList<>(new Linkage(classes, ROOT).check());
        missing.addAll(hooks.missing());
        if (missing.isEmpty()) {
            check(missing, DISPATCHER, "processRequest", "processRequest calls flush");
            check(missing, REPLICA, "", "respond calls emptyResponse");
        }
        return missing;
    }

    /** Checks that the methods whose names begin so send answers in one way alone. */
    private void check(List<String> missing, String type, String methods, String way) {
        List<String> ways = waysToAnswer(type, methods);
        if (!ways.equals(List.of(way))) missing.add(type + ": " + String.join(", ", ways));
    }

    /** The calls by which methods may send an answer that says that a write has succeeded. */
    private List<String> waysToAnswer(String type, String methods) {
        List<String> ways = new ArrayList<>();
        try {
            new ClassReader(classes.locate(type).resolve())
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public @Nullable MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    return name.startsWith(methods)
                                            ? new Answers(name, ways)
                                            : null;
                                }
                            },
                            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            ways.add(String.valueOf(e.getMessage()));
        }
        return ways;
    }

    /** Collects a method's calls that send an answer. */
    private static final class Answers extends MethodVisitor {
        private final String method;
        private final List<String> ways;

        private Answers(String method, List<String> ways) {
            super(Opcodes.ASM9);
            this.method = method;
            this.ways = ways;
        }

        @Override
        public void visitMethodInsn(
                int code, String owner, String name, String descriptor, boolean itf) {
            String type = owner.replace('/', '.');
            boolean flushes =
                    type.equals(FLUSHER) || (type.equals(DISPATCHER) && name.equals("flush"));
            boolean responds = type.equals(MESSAGE) && name.equals("emptyResponse");
            if (flushes || responds) ways.add(method + " calls " + name);
        }
    }
}
