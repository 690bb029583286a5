// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.List;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.commitlog.CommitLog;
import org.apache.cassandra.db.commitlog.JournalCommitLog;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.RequestCallback;
import org.apache.cassandra.service.AbstractWriteResponseHandler;
import org.apache.cassandra.transport.Dispatcher.RequestTime;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.concurrent.AsyncPromise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry points for the advices in Cassandra's write path. They do nothing without Firesteel's
 * commit log.
 */
public final class WriteHooks {
    private static final Logger logger = LoggerFactory.getLogger(WriteHooks.class);

    private WriteHooks() {}

    /** Returns Firesteel's commit log, or null if Cassandra uses another. */
    public static @Nullable JournalCommitLog commitLog() {
        return CommitLog.instance instanceof JournalCommitLog ours ? ours : null;
    }

    /**
     * Called at the start of {@code StorageProxy.mutate}.
     *
     * @return whether the write has been executed
     */
    public static boolean mutate(List<?> mutations, Object level, Object time) {
        JournalCommitLog log = commitLog();
        return log != null
                && log.clientWrites()
                        .mutate(mutations, (ConsistencyLevel) level, (RequestTime) time);
    }

    /** Called at the end of {@code AbstractWriteResponseHandler.signal}. */
    public static void settled(Object handler) {
        JournalCommitLog log = commitLog();
        if (log != null) log.clientWrites().settled((AbstractWriteResponseHandler<?>) handler);
    }

    /**
     * Called at the start of {@code StorageProxy.performLocally}, with the coordinator's own copy.
     *
     * @param handler the {@link RequestCallback} of the write
     * @param what the mutation, or a description of another operation
     * @return whether the write has been deferred
     */
    public static boolean writeLocally(Object stage, Object handler, Object what) {
        JournalCommitLog log = commitLog();
        return log != null
                && stage == Stage.MUTATION
                && what instanceof Mutation mutation
                && log.addLater(mutation, failure -> tell((RequestCallback<?>) handler, failure));
    }

    /**
     * Called at the start of {@code Stage.maybeExecuteImmediately}. A mutation that blocks must not
     * run on the thread of a request whose reply is held: the thread would block without a timeout.
     *
     * @return whether the task has been queued for a thread of the stage
     */
    public static boolean queue(Object stage, Runnable task) {
        if (stage != Stage.MUTATION) return false;
        JournalCommitLog log = commitLog();
        if (log == null || !log.clientWrites().holdsReply()) return false;
        Stage.MUTATION.execute(task);
        return true;
    }

    private static void tell(RequestCallback<?> handler, @Nullable Exception failure) {
        if (failure == null) {
            handler.onResponse(null);
            return;
        }
        if (!(failure instanceof WriteTimeoutException))
            logger.error("A mutation could not be applied", failure);
        handler.onFailure(
                FBUtilities.getBroadcastAddressAndPort(),
                RequestFailureReason.forException(failure));
    }

    /**
     * Called at the start of {@code Mutation.applyFuture}, with a replica's copy or a hint.
     *
     * @return the future of the deferred write, or null if it has not been deferred
     */
    public static @Nullable Object applyFuture(Object mutation) {
        JournalCommitLog log = commitLog();
        if (log == null) return null;
        AsyncPromise<Object> promise = new AsyncPromise<>();
        boolean begun = log.addLater((Mutation) mutation, log.replicaWrites().completing(promise));
        return begun ? promise : null;
    }

    /** Called at the start of {@code MutationVerbHandler.doVerb}. */
    public static void beginVerb(Object message) {
        JournalCommitLog log = commitLog();
        if (log != null) log.replicaWrites().begin((Message<?>) message);
    }

    /** Called at the end of {@code MutationVerbHandler.doVerb}. */
    public static void endVerb() {
        JournalCommitLog log = commitLog();
        if (log != null) log.replicaWrites().end();
    }

    /**
     * Called at the start of {@code KeyspaceWriteHandler.beginWrite}.
     *
     * @return the context of a deferred mutation, or null if this is none
     */
    public static @Nullable Object context(Object mutation) {
        JournalCommitLog log = commitLog();
        return log == null ? null : log.context((Mutation) mutation);
    }
}
