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
import org.apache.cassandra.net.RequestCallback;
import org.apache.cassandra.service.AbstractWriteResponseHandler;
import org.apache.cassandra.transport.Dispatcher.RequestTime;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.concurrent.AsyncPromise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is woven into Cassandra's writes calls. Each answers that it has done nothing where the
 * commit log is not ours.
 */
public final class WriteHooks {
    private static final Logger logger = LoggerFactory.getLogger(WriteHooks.class);

    private WriteHooks() {}

    /** Our commit log, or null. */
    public static @Nullable JournalCommitLog commitLog() {
        return CommitLog.instance instanceof JournalCommitLog ours ? ours : null;
    }

    /**
     * {@code StorageProxy.mutate}.
     *
     * @return whether it has been done
     */
    public static boolean mutate(List<?> mutations, Object level, Object time) {
        JournalCommitLog log = commitLog();
        return log != null
                && log.clientWrites()
                        .mutate(mutations, (ConsistencyLevel) level, (RequestTime) time);
    }

    /** {@code AbstractWriteResponseHandler.signal} has been called. */
    public static void settled(Object handler) {
        JournalCommitLog log = commitLog();
        if (log != null) log.clientWrites().settled((AbstractWriteResponseHandler<?>) handler);
    }

    /**
     * {@code StorageProxy.performLocally}: the coordinator's own copy of a write.
     *
     * @param handler the {@link RequestCallback} to tell
     * @param what the mutation, or what else is done
     * @return whether it will be done
     */
    public static boolean writeLocally(Object stage, Object handler, Object what) {
        JournalCommitLog log = commitLog();
        return log != null
                && stage == Stage.MUTATION
                && what instanceof Mutation mutation
                && log.addLater(mutation, failure -> tell((RequestCallback<?>) handler, failure));
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
     * {@code Mutation.applyFuture}: a write for another node.
     *
     * @return its future, or null if it has not been begun
     */
    public static @Nullable Object applyFuture(Object mutation) {
        JournalCommitLog log = commitLog();
        if (log == null) return null;
        AsyncPromise<Object> promise = new AsyncPromise<>();
        boolean begun =
                log.addLater(
                        (Mutation) mutation,
                        failure -> {
                            if (failure == null) promise.trySuccess(null);
                            else promise.tryFailure(failure);
                        });
        return begun ? promise : null;
    }

    /**
     * {@code KeyspaceWriteHandler.beginWrite}.
     *
     * @return with what to write a mutation that is in the journal, or null if it is not
     */
    public static @Nullable Object context(Object mutation) {
        JournalCommitLog log = commitLog();
        return log == null ? null : log.context((Mutation) mutation);
    }
}
