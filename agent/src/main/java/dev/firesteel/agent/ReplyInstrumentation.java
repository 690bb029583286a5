// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Changes Cassandra's code so that neither the append to the journal nor the acknowledgements of
 * replicas block a thread. In a release that the changes do not fit, threads block, as with the
 * stock commit log.
 */
final class ReplyInstrumentation {
    private static final String ROOT = "org/apache/cassandra/transport/JournalReplies";
    private static final String DISPATCHER = "org.apache.cassandra.transport.Dispatcher";
    private static final String PROXY = "org.apache.cassandra.service.StorageProxy";
    private static final String HANDLER =
            "org.apache.cassandra.service.AbstractWriteResponseHandler";
    private static final String CALLBACK = "org.apache.cassandra.net.RequestCallback";
    private static final String VERB_HANDLER = "org.apache.cassandra.db.MutationVerbHandler";
    private static final String MUTATION = "org.apache.cassandra.db.Mutation";
    private static final String WRITE_HANDLER =
            "org.apache.cassandra.db.CassandraKeyspaceWriteHandler";
    private static final String STAGE = "org.apache.cassandra.concurrent.Stage";

    private static final String CONVERTER = DISPATCHER + "$FlushItemConverter";
    private static final String ERROR = "org.apache.cassandra.transport.messages.ErrorMessage";

    private static final ElementMatcher.Junction<MethodDescription> FLUSH =
            named("flush").and(returns(void.class)).and(takesArguments(1));

    private static final ElementMatcher.Junction<MethodDescription> CONVERT =
            named("toFlushItem").and(takesArguments(3).or(takesArguments(4)));

    private static final ElementMatcher.Junction<MethodDescription> FROM_EXCEPTION =
            named("fromExceptionNoStreamId").or(named("fromException")).and(takesArguments(2));

    private static final ElementMatcher.Junction<MethodDescription> SERVE =
            named("processRequest").and(not(isStatic())).and(returns(void.class));

    private static final ElementMatcher.Junction<MethodDescription> IS_DONE =
            named("isDone").and(returns(boolean.class)).and(takesNoArguments());

    private static final ElementMatcher.Junction<MethodDescription> MUTATE =
            named("mutate")
                    .and(isStatic())
                    .and(returns(void.class))
                    .and(takesArguments(3))
                    .and(takesArgument(0, List.class));

    private static final ElementMatcher.Junction<MethodDescription> LOCAL_WRITE =
            named("performLocally")
                    .and(isStatic())
                    .and(returns(void.class))
                    .and(takesArguments(6))
                    .and(takesArgument(0, named(STAGE)))
                    .and(takesArgument(3, named(CALLBACK)))
                    .and(takesArgument(4, Object.class));

    private static final ElementMatcher.Junction<MethodDescription> EXECUTE =
            named("maybeExecuteImmediately")
                    .and(returns(void.class))
                    .and(takesArguments(Runnable.class));

    private static final ElementMatcher.Junction<MethodDescription> SIGNAL =
            named("signal").and(returns(void.class)).and(takesNoArguments());

    private static final ElementMatcher.Junction<MethodDescription> VERB =
            named("doVerb").and(not(isBridge())).and(takesArguments(1));

    private static final ElementMatcher.Junction<MethodDescription> APPLY =
            named("applyFuture").and(not(isStatic())).and(takesNoArguments());

    private static final ElementMatcher.Junction<MethodDescription> BEGIN_WRITE =
            named("beginWrite")
                    .and(not(isBridge()))
                    .and(takesArguments(2))
                    .and(takesArgument(0, named(MUTATION)))
                    .and(takesArgument(1, boolean.class));

    /** The calls that {@code JournalReplies.serve} also makes. */
    private static final Set<String> SERVE_CALLS =
            Set.of(
                    "Connection.getVersion",
                    "Dispatcher$FlushItemConverter.toFlushItem",
                    "Dispatcher.flush",
                    "Dispatcher.processRequest",
                    "Logger.trace",
                    "Message$Request.connection");

    /** The calls that {@link ClientWrites#mutate} also makes, or leaves to Cassandra. */
    private static final Set<String> MUTATE_CALLS =
            Set.of(
                    "AbstractWriteResponseHandler.get",
                    "AbstractWriteResponseHandler.maybeTryAdditionalReplicas",
                    "ClientRequestsMetricsHolder.writeMetricsForLevel",
                    "ClientWriteRequestMetrics.addNano",
                    "Clock$Global.nanoTime",
                    "DatabaseDescriptor.getEndpointSnitch",
                    "Dispatcher$RequestTime.startedAtNanos",
                    "IEndpointSnitch.getLocalDatacenter",
                    "Meter.mark",
                    "StorageProxy.hintMutations",
                    "StorageProxy.mutateCounter",
                    "StorageProxy.performWrite",
                    "StorageProxy.updateCoordinatorWriteLatencyTableMetric",
                    "Tracing.trace");

    private static final List<Hooks.Hook> HOOKS =
            List.of(
                    new Hooks.Hook(DISPATCHER, SERVE, ServeAdvice.class),
                    new Hooks.Hook(DISPATCHER, IS_DONE, DoneAdvice.class),
                    new Hooks.Hook(PROXY, MUTATE, MutateAdvice.class),
                    new Hooks.Hook(PROXY, LOCAL_WRITE, LocalWriteAdvice.class),
                    new Hooks.Hook(STAGE, EXECUTE, StageAdvice.class),
                    new Hooks.Hook(HANDLER, SIGNAL, SettledAdvice.class),
                    new Hooks.Hook(VERB_HANDLER, VERB, VerbAdvice.class),
                    new Hooks.Hook(MUTATION, APPLY, ApplyAdvice.class),
                    new Hooks.Hook(WRITE_HANDLER, BEGIN_WRITE, ContextAdvice.class));

    private final ClassFileLocator classes;
    private final Hooks hooks;

    ReplyInstrumentation(ClassFileLocator classes) {
        this.classes = classes;
        this.hooks = new Hooks(classes, HOOKS);
    }

    static void install(Instrumentation instrumentation) {
        ReplyInstrumentation interception =
                new ReplyInstrumentation(ClassFileLocator.ForClassLoader.ofSystemLoader());
        List<String> missing = interception.missing();
        // Each changed class alone is harmless: no reply is held then, but threads block.
        if (missing.isEmpty())
            instrumentation.addTransformer(
                    interception.hooks.transformer(ReplyInstrumentation::say));
        else say(missing.get(0));
    }

    private static void say(String reason) {
        System.err.println(
                "Firesteel: this Cassandra executes writes in an unsupported way ("
                        + reason
                        + "); a thread waits for flash for each write.");
    }

    /** Returns messages on what does not fit. */
    List<String> missing() {
        List<String> missing = new ArrayList<>(new LinkageCheck(classes, ROOT).check());
        missing.addAll(hooks.missing());
        require(missing, DISPATCHER, FLUSH);
        require(missing, CONVERTER, CONVERT);
        require(missing, ERROR, FROM_EXCEPTION);
        if (missing.isEmpty()) {
            check(missing, DISPATCHER, SERVE, SERVE_CALLS);
            check(missing, PROXY, MUTATE, MUTATE_CALLS);
        }
        return missing;
    }

    /** Checks for a method that is looked up by name on its first call. */
    private void require(
            List<String> missing, String type, ElementMatcher<MethodDescription> method) {
        TypePool.Resolution found = TypePool.Default.of(classes).describe(type);
        if (!found.isResolved() || found.resolve().getDeclaredMethods().filter(method).isEmpty())
            missing.add(type + " has no method " + method);
    }

    /** Checks that a method with a replaced body makes only calls that the replacement covers. */
    private void check(
            List<String> missing,
            String type,
            ElementMatcher<MethodDescription> method,
            Set<String> known) {
        MethodDescription found =
                TypePool.Default.of(classes)
                        .describe(type)
                        .resolve()
                        .getDeclaredMethods()
                        .filter(method)
                        .getOnly();
        Set<String> calls = calls(type, found);
        calls.removeAll(known);
        if (!calls.isEmpty())
            missing.add(type + "." + found.getName() + " calls " + String.join(", ", calls));
    }

    /** Returns the methods that a method calls, sorted, without those of the JDK. */
    private Set<String> calls(String type, MethodDescription method) {
        Set<String> calls = new TreeSet<>();
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
                                    boolean isIt =
                                            name.equals(method.getInternalName())
                                                    && descriptor.equals(method.getDescriptor());
                                    return isIt ? new Calls(calls) : null;
                                }
                            },
                            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            calls.add(String.valueOf(e.getMessage()));
        }
        return calls;
    }

    /** Collects a method's calls. */
    private static final class Calls extends MethodVisitor {
        private final Set<String> calls;

        private Calls(Set<String> calls) {
            super(Opcodes.ASM9);
            this.calls = calls;
        }

        @Override
        public void visitMethodInsn(
                int code, String owner, String name, String descriptor, boolean itf) {
            if (!owner.startsWith("java/"))
                calls.add(owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
        }
    }
}
