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
import org.apache.cassandra.db.commitlog.CommitLog;
import org.apache.cassandra.db.commitlog.JournalCommitLog;
import org.jspecify.annotations.NullMarked;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is woven into Cassandra's {@code Dispatcher}, {@code StorageProxy} and {@code Stage} calls:
 * holds replies to clients back until what they acknowledge is on flash.
 */
@NullMarked
public final class JournalReplies {
    private static final Logger logger = LoggerFactory.getLogger(JournalReplies.class);

    private static final MethodHandle FLUSH;

    static {
        try {
            FLUSH =
                    MethodHandles.privateLookupIn(Dispatcher.class, MethodHandles.lookup())
                            .findVirtual(
                                    Dispatcher.class,
                                    "flush",
                                    MethodType.methodType(void.class, Flusher.FlushItem.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private JournalReplies() {}

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
                        nanos ->
                                CommitLog.instance.metrics.waitingOnCommit.update(
                                        nanos, TimeUnit.NANOSECONDS));
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
