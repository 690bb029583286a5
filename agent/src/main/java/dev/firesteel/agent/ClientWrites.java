// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.apache.cassandra.metrics.ClientRequestsMetricsHolder.writeMetrics;
import static org.apache.cassandra.metrics.ClientRequestsMetricsHolder.writeMetricsForLevel;

import dev.firesteel.agent.table.HeldReplies;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryEvents;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.IMutation;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.OverloadedException;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.UnavailableException;
import org.apache.cassandra.exceptions.WriteFailureException;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.apache.cassandra.metrics.ClientRequestMetrics;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.service.AbstractWriteResponseHandler;
import org.apache.cassandra.service.StorageProxy;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.Dispatcher.RequestTime;
import org.jspecify.annotations.Nullable;

/**
 * Executes clients' writes without blocking the request thread. The reply is sent once the
 * consistency level is met or cannot be met any more, or at the write timeout.
 *
 * <p>Other writes use Cassandra's own blocking path: several mutations, counters, logged batches,
 * Paxos, consistency level {@code ANY}, system keyspaces, traced requests, and all requests while
 * an audit or full query log is active.
 */
public final class ClientWrites implements HeldReplies {
    private static final long EXPIRY_INTERVAL_MILLIS = 20;

    /**
     * The result of a write.
     *
     * @param error the error for the client, or null on success
     */
    public record Result(@Nullable RequestExecutionException error) {}

    private static final class Request {
        private boolean begun;
        private @Nullable AbstractWriteResponseHandler<?> write;
        private @Nullable CompletableFuture<Result> reply;
    }

    private final ThreadLocal<Request> requests = ThreadLocal.withInitial(Request::new);
    private final PendingReplies<AbstractWriteResponseHandler<?>, Result> pending =
            new PendingReplies<>();
    private volatile boolean enabled;

    /** Enables non-blocking writes, and starts the check of timeouts. */
    public void enable() {
        enabled = true;
        var unused =
                ScheduledExecutors.scheduledFastTasks.scheduleWithFixedDelay(
                        pending::expire,
                        EXPIRY_INTERVAL_MILLIS,
                        EXPIRY_INTERVAL_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Returns whether non-blocking writes are enabled. */
    public boolean isEnabled() {
        return enabled;
    }

    /** Marks this thread as serving a client request, until {@link #end}. */
    public void begin() {
        requests.get().begun = true;
    }

    /**
     * Ends what {@link #begin} began.
     *
     * @param failed whether the request has failed; its write is forgotten then
     * @return completes when the reply can be sent, or null if it can be sent now
     */
    public @Nullable CompletableFuture<Result> end(boolean failed) {
        Request request = requests.get();
        CompletableFuture<Result> reply = request.reply;
        AbstractWriteResponseHandler<?> write = request.write;
        request.begun = false;
        request.reply = null;
        request.write = null;
        if (failed && write != null) pending.forget(write);
        return failed ? null : reply;
    }

    /** Returns whether the reply to this thread's request is held. */
    boolean holdsReply() {
        return requests.get().reply != null;
    }

    /**
     * Executes a write as {@code StorageProxy.mutate} does, without blocking.
     *
     * @return false if the write needs the blocking path; nothing has been done then
     */
    boolean mutate(List<?> mutations, ConsistencyLevel level, RequestTime time) {
        Request request = requests.get();
        if (!request.begun || request.reply != null) return false;
        if (mutations.size() != 1 || !(mutations.get(0) instanceof Mutation mutation)) return false;
        if (!canBeAsynchronous(mutation, level)) return false;
        try {
            var unused =
                    StorageProxy.performWrite(
                            mutation,
                            level,
                            DatabaseDescriptor.getEndpointSnitch().getLocalDatacenter(),
                            (what, plan, handler, dataCenter, at) -> {
                                hold(request, handler, mutation, level, time);
                                StorageProxy.sendToHintedReplicas(
                                        mutation, plan, handler, dataCenter, Stage.MUTATION, at);
                            },
                            null,
                            WriteType.SIMPLE,
                            time);
            return true;
        } catch (UnavailableException | OverloadedException e) {
            mark(level, metrics -> metrics.unavailables.mark());
            updateLatency(mutation, level, time);
            throw e;
        }
    }

    private static boolean canBeAsynchronous(Mutation mutation, ConsistencyLevel level) {
        return level != ConsistencyLevel.ANY
                && !SchemaConstants.isSystemKeyspace(mutation.getKeyspaceName())
                && Tracing.instance.get() == null
                && QueryEvents.instance.listenerCount() == 0
                && !Keyspace.open(mutation.getKeyspaceName())
                        .getReplicationStrategy()
                        .hasTransientReplicas();
    }

    private void hold(
            Request request,
            AbstractWriteResponseHandler<IMutation> handler,
            Mutation mutation,
            ConsistencyLevel level,
            RequestTime time) {
        request.write = handler;
        request.reply =
                pending.add(
                        handler,
                        () -> result(handler, mutation, level, time),
                        handler::currentTimeoutNanos,
                        System.nanoTime()); // owns clock
    }

    /** Completes a write whose handler has been signalled. */
    void settled(AbstractWriteResponseHandler<?> handler) {
        pending.settled(handler);
    }

    /** Does not block: the handler has been signalled, or its timeout has passed. */
    private static Result result(
            AbstractWriteResponseHandler<?> handler,
            Mutation mutation,
            ConsistencyLevel level,
            RequestTime time) {
        try {
            handler.get();
            return new Result(null);
        } catch (WriteTimeoutException e) {
            mark(level, metrics -> metrics.timeouts.mark());
            return new Result(e);
        } catch (WriteFailureException e) {
            mark(level, metrics -> metrics.failures.mark());
            return new Result(e);
        } finally {
            updateLatency(mutation, level, time);
        }
    }

    private static void mark(ConsistencyLevel level, Consumer<ClientRequestMetrics> mark) {
        mark.accept(writeMetrics);
        mark.accept(writeMetricsForLevel(level));
    }

    private static void updateLatency(Mutation mutation, ConsistencyLevel level, RequestTime time) {
        long nanos = System.nanoTime() - time.startedAtNanos(); // owns clock
        writeMetrics.addNano(nanos);
        writeMetricsForLevel(level).addNano(nanos);
        Keyspace keyspace = Keyspace.open(mutation.getKeyspaceName());
        for (TableId table : mutation.getTableIds())
            if (keyspace.hasColumnFamilyStore(table)) {
                ColumnFamilyStore store = keyspace.getColumnFamilyStore(table);
                store.metric.coordinatorWriteLatency.update(nanos, TimeUnit.NANOSECONDS);
            }
    }

    @Override
    public int held() {
        return pending.size();
    }

    @Override
    public long oldestHeldNanos() {
        return pending.oldestNanos(System.nanoTime()); // owns clock
    }

    @Override
    public long heldSinceStart() {
        return pending.added();
    }
}
