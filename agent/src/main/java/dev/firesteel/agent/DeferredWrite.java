// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.function.Consumer;
import org.apache.cassandra.db.CassandraWriteContext;
import org.apache.cassandra.db.WriteContext;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jspecify.annotations.Nullable;

/**
 * A mutation with a position in the journal, to be applied to its memtables once it is durable.
 *
 * <p>Its group in the write order is started before the position is assigned. A flush of its tables
 * therefore waits for it, as it does for a write that blocks in Cassandra's own commit log.
 *
 * @param <M> the type of mutations
 */
public final class DeferredWrite<M> {
    final M mutation;
    private final OpOrder.Group group;
    private final CommitLogPosition position;
    private final Consumer<@Nullable Exception> done;
    private boolean handedOn;
    private @Nullable Exception failure;
    private long waitNanos;

    /**
     * Creates a write.
     *
     * @param group its group in the write order; closed once it has been applied or has failed
     * @param done called once, with the failure or with null
     */
    public DeferredWrite(
            M mutation,
            OpOrder.Group group,
            CommitLogPosition position,
            Consumer<@Nullable Exception> done) {
        this.mutation = mutation;
        this.group = group;
        this.position = position;
        this.done = done;
    }

    /** Returns the write context at the first call, then null. Closing it closes the group. */
    @Nullable WriteContext context() {
        if (handedOn) return null;
        handedOn = true;
        return new CassandraWriteContext(group, position);
    }

    /** Records the time until the mutation was durable. */
    void durableAfter(long nanos) {
        waitNanos = nanos;
    }

    /** The time until the mutation was durable, in nanoseconds. */
    long waitNanos() {
        return waitNanos;
    }

    /** Records why the write has failed. */
    void failed(Exception reason) {
        failure = reason;
    }

    /** Closes the group if the context was not used, and reports the outcome. */
    void end() {
        if (!handedOn) group.close();
        done.accept(failure);
    }
}
