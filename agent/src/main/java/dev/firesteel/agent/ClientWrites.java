// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.apache.cassandra.metrics.ClientRequestsMetricsHolder.writeMetrics;
import static org.apache.cassandra.metrics.ClientRequestsMetricsHolder.writeMetricsForLevel;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
 * Clients' writes whose threads do not wait for replicas: the reply is sent once the consistency
 * level is met, or cannot be, or the time is over.
 *
 * <p>What needs more than that goes Cassandra's own way, in which the thread waits: several
 * mutations, counters, batch logs, Paxos, the level {@code ANY}, Cassandra's own tables, requests
 * that are traced or that an audit or query log hears of.
 */
public final class ClientWrites {
    private static final long EXPIRY_INTERVAL_MILLIS = 20;

    /**
     * How a write went.
     *
     * @param error what the client is told, or null if it has succeeded
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

    /** From now on threads need not wait. */
    public void enable() {
        enabled = true;
        var unused =
                ScheduledExecutors.scheduledFastTasks.scheduleWithFixedDelay(
                        () -> pending.expire(System.nanoTime()), // owns clock
                        EXPIRY_INTERVAL_MILLIS,
                        EXPIRY_INTERVAL_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Whether threads need not wait. */
    public boolean isEnabled() {
        return enabled;
    }

    /** This thread begins to serve a client, and will {@link #end} that before it replies. */
    public void begin() {
        requests.get().begun = true;
    }

    /**
     * This thread has served the client.
     *
     * @param failed whether it has an error to reply
     * @return what the reply has to wait for, or null if it can be sent
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

    /**
     * Does what {@code StorageProxy.mutate} does, but does not wait.
     *
     * @return whether it has been done; if not, nothing has
     */
    boolean mutate(List<?> mutations, ConsistencyLevel level, RequestTime time) {
        Request request = requests.get();
        if (!request.begun || request.reply != null) return false;
        if (mutations.size() != 1 || !(mutations.get(0) instanceof Mutation mutation)) return false;
        if (!needsNoThread(mutation, level)) return false;
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
            tookUntilNow(mutation, level, time);
            throw e;
        }
    }

    private static boolean needsNoThread(Mutation mutation, ConsistencyLevel level) {
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
        long now = System.nanoTime(); // owns clock
        request.write = handler;
        request.reply =
                pending.add(
                        handler,
                        () -> result(handler, mutation, level, time),
                        now,
                        now + handler.currentTimeoutNanos());
    }

    /** A write has what it needs, or cannot get it any more. */
    void settled(AbstractWriteResponseHandler<?> handler) {
        pending.settled(handler);
    }

    /** The handler knows: it is asked when it need not wait any more. */
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
            tookUntilNow(mutation, level, time);
        }
    }

    private static void mark(
            ConsistencyLevel level, java.util.function.Consumer<ClientRequestMetrics> mark) {
        mark.accept(writeMetrics);
        mark.accept(writeMetricsForLevel(level));
    }

    private static void tookUntilNow(Mutation mutation, ConsistencyLevel level, RequestTime time) {
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

    /** How many replies wait. */
    public int held() {
        return pending.size();
    }

    /** For how long the oldest reply that waits has done so, in nanoseconds. */
    public long oldestHeldNanos() {
        return pending.oldestNanos(System.nanoTime()); // owns clock
    }

    /** How many replies have waited. */
    public long heldSinceStart() {
        return pending.added();
    }
}
