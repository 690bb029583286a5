// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.transport;

import dev.firesteel.agent.ReplyGate;
import dev.firesteel.journal.JournalFailedException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ImmediateExecutor;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.db.MutationVerbHandler;
import org.apache.cassandra.db.commitlog.CommitLog;
import org.apache.cassandra.db.commitlog.JournalCommitLog;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.tracing.TraceState;
import org.apache.cassandra.tracing.Tracing;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is woven into Cassandra's {@code Dispatcher}, {@code StorageProxy} and {@code Stage} calls:
 * holds replies to clients back until what they acknowledge is on flash.
 */
@NullMarked
public final class JournalReplies {
    private static final Logger logger = LoggerFactory.getLogger(JournalReplies.class);

    private static final MethodHandle FLUSH =
            method(Dispatcher.class, "flush", Flusher.FlushItem.class);
    private static final MethodHandle RESPOND =
            method(MutationVerbHandler.class, "respond", Message.class, InetAddressAndPort.class);

    private JournalReplies() {}

    private static MethodHandle method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVirtual(type, name, MethodType.methodType(void.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The thread begins to serve a client's request. */
    public static void beginRequest() {
        gate().beginRequest();
    }

    /** The thread is done with the request. */
    public static void endRequest() {
        gate().endRequest();
    }

    /**
     * The thread begins to write what needs no batch log and no Paxos.
     *
     * @param mutations how many
     */
    public static void beginWrite(int mutations) {
        gate().beginWrite(mutations);
    }

    /** The thread is done with the write. */
    public static void endWrite() {
        gate().endWrite();
    }

    /**
     * Runs a client's write on the thread that serves the client. Cassandra itself does so only
     * while others wait for the stage, and otherwise wakes a thread of the stage and waits for it.
     *
     * @param stage the {@link Stage} that is to execute the task
     * @return whether it has been run
     */
    public static boolean runHere(Object stage, Runnable task) {
        return stage == Stage.MUTATION
                && gate().runHere(
                                () -> ImmediateExecutor.INSTANCE.execute(task),
                                Stage.MUTATION.getMaximumPoolSize());
    }

    private static ReplyGate gate() {
        return ((JournalCommitLog) CommitLog.instance).replies();
    }

    /**
     * Holds a reply back, if what it acknowledges is not on flash yet.
     *
     * @param dispatcher the {@link Dispatcher} that is about to send it
     * @param reply the {@code FlushItem}
     * @return whether it will be sent from here
     */
    public static boolean holdBack(Object dispatcher, Object reply) {
        return gate().holdBack(
                        failure -> {
                            if (failure == null)
                                send((Dispatcher) dispatcher, (Flusher.FlushItem<?>) reply);
                            else drop((Flusher.FlushItem<?>) reply, failure);
                        },
                        JournalReplies::waited);
    }

    /**
     * Holds the response to a coordinator back, if the write is not on flash yet. If the write
     * fails there is none: the coordinator waits in vain, as for a node that has died.
     *
     * @param handler the {@link MutationVerbHandler} that is about to send it
     * @param request the {@link Message} that it answers
     * @param coordinator the {@link InetAddressAndPort} to which it goes
     * @return whether it will be sent from here
     */
    public static boolean holdBackResponse(Object handler, Object request, Object coordinator) {
        TraceState trace = Tracing.instance.get();
        return gate().holdBack(
                        failure -> {
                            if (failure == null)
                                respond(
                                        (MutationVerbHandler) handler,
                                        (Message<?>) request,
                                        (InetAddressAndPort) coordinator,
                                        trace);
                        },
                        JournalReplies::waited);
    }

    private static void waited(long nanos) {
        CommitLog.instance.metrics.waitingOnCommit.update(nanos, TimeUnit.NANOSECONDS);
    }

    /** A response belongs to the trace of its request, and this is not the request's thread. */
    private static void respond(
            MutationVerbHandler handler,
            Message<?> request,
            InetAddressAndPort coordinator,
            @Nullable TraceState trace) {
        try {
            if (trace != null) Tracing.instance.set(trace);
            RESPOND.invokeExact(handler, request, coordinator);
        } catch (Throwable e) {
            logger.debug("A response could not be sent", e);
        } finally {
            if (trace != null) Tracing.instance.set(null);
        }
    }

    private static void send(Dispatcher dispatcher, Flusher.FlushItem<?> reply) {
        try {
            FLUSH.invokeExact(dispatcher, reply);
        } catch (Throwable e) {
            // The connection's thread has ended, and with it the connection.
            logger.debug("A reply could not be sent", e);
        }
    }

    /**
     * The reply says that the write has succeeded, and nobody knows that: the connection is closed,
     * which leaves the client in the same doubt.
     */
    private static void drop(Flusher.FlushItem<?> reply, JournalFailedException failure) {
        try {
            reply.channel
                    .eventLoop()
                    .execute(
                            () -> {
                                reply.release();
                                var unused = reply.channel.close();
                            });
        } catch (RuntimeException e) {
            logger.debug("A connection could not be closed after {}", failure, e);
        }
    }
}
