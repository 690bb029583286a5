// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * The changes to Cassandra's code by which a reply can wait for flash in the place of a thread.
 * Where they do not fit, threads wait: nothing else changes.
 */
final class ReplyInterception implements ClassFileTransformer {
    private static final String ROOT = "org/apache/cassandra/transport/JournalReplies";
    private static final String DISPATCHER = "org.apache.cassandra.transport.Dispatcher";
    private static final String FLUSHER = "org.apache.cassandra.transport.Flusher";
    private static final String FLUSH_CALL = DISPATCHER + ".flush";
    private static final String PROXY = "org.apache.cassandra.service.StorageProxy";
    private static final String STAGE = "org.apache.cassandra.concurrent.Stage";

    /** A method into which an advice is inlined. */
    private record Hook(
            String type, ElementMatcher.Junction<MethodDescription> method, Class<?> advice) {}

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

    private static final List<Hook> HOOKS =
            List.of(
                    new Hook(DISPATCHER, REQUEST, RequestAdvice.class),
                    new Hook(DISPATCHER, FLUSH, ReplyAdvice.class),
                    new Hook(PROXY, WRITE, WriteAdvice.class),
                    new Hook(STAGE, LOCAL_WRITE, StageAdvice.class));

    private final ClassFileLocator classes;

    ReplyInterception(ClassFileLocator classes) {
        this.classes = classes;
    }

    static void install(Instrumentation instrumentation) {
        ReplyInterception interception =
                new ReplyInterception(ClassFileLocator.ForClassLoader.ofSystemLoader());
        List<String> missing = interception.missing();
        if (missing.isEmpty()) instrumentation.addTransformer(interception);
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
        TypePool pool = TypePool.Default.of(classes);
        for (Hook hook : HOOKS) {
            TypePool.Resolution type = pool.describe(hook.type);
            int found =
                    type.isResolved()
                            ? type.resolve().getDeclaredMethods().filter(hook.method).size()
                            : 0;
            if (found != 1) missing.add(hook.type + " has " + found + " methods " + hook.method);
        }
        if (missing.isEmpty() && !waysToReply().equals(List.of(FLUSH_CALL)))
            missing.add(DISPATCHER + ".processRequest replies through " + waysToReply());
        return missing;
    }

    /** The calls by which the method that serves a request may send a reply. */
    private List<String> waysToReply() {
        List<String> calls = new ArrayList<>();
        try {
            new ClassReader(classes.locate(DISPATCHER).resolve())
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public @Nullable MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    boolean isRequest =
                                            name.equals("processRequest")
                                                    && descriptor.endsWith(")V");
                                    return isRequest ? new ReplyCalls(calls) : null;
                                }
                            },
                            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            calls.add(String.valueOf(e.getMessage()));
        }
        return calls;
    }

    /** Collects calls of {@code flush}, and those of the flusher itself. */
    private static final class ReplyCalls extends MethodVisitor {
        private final List<String> calls;

        private ReplyCalls(List<String> calls) {
            super(Opcodes.ASM9);
            this.calls = calls;
        }

        @Override
        public void visitMethodInsn(
                int code, String owner, String name, String descriptor, boolean itf) {
            String type = owner.replace('/', '.');
            if (type.equals(FLUSHER) || (type.equals(DISPATCHER) && name.equals("flush")))
                calls.add(type + "." + name);
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null) return null;
        String type = name.replace('/', '.');
        if (HOOKS.stream().noneMatch(hook -> hook.type.equals(type))) return null;
        try {
            return weave(type, bytes);
        } catch (RuntimeException | LinkageError e) {
            // Each class by itself is harmless: without the other no reply waits, but threads do.
            say(type + " cannot be changed: " + e);
            return null;
        }
    }

    /** The class with the advices inlined. */
    byte[] weave(String type, byte[] bytes) {
        ClassFileLocator locator =
                new ClassFileLocator.Compound(ClassFileLocator.Simple.of(type, bytes), classes);
        TypePool pool = TypePool.Default.of(locator);
        TypeDescription target = pool.describe(type).resolve();
        DynamicType.Builder<?> builder = new ByteBuddy().decorate(target, locator);
        for (Hook hook : HOOKS)
            if (hook.type.equals(type))
                builder =
                        builder.visit(
                                Advice.to(pool.describe(hook.advice.getName()).resolve(), locator)
                                        .on(hook.method));
        return builder.make().getBytes();
    }
}
