// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.function.Consumer;
import org.apache.cassandra.db.CassandraWriteContext;
import org.apache.cassandra.db.WriteContext;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jspecify.annotations.Nullable;

/**
 * A mutation that has its place in the journal and goes to its memtables once it is on flash.
 *
 * <p>It belongs to the order of writes from before it had its place. So a flush of its tables waits
 * for it, as it does for a write whose thread waits in Cassandra's own commit log: what the flush
 * takes for written is.
 *
 * @param <M> what a mutation is
 */
public final class DeferredWrite<M> {
    final M mutation;
    private final OpOrder.Group group;
    private final CommitLogPosition position;
    private final Consumer<@Nullable Exception> done;
    private boolean handedOn;
    private @Nullable Exception failure;

    /**
     * A write.
     *
     * @param group in which it was started; closed when it has been applied, or has failed
     * @param done told once, null or why it has failed
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

    /** What Cassandra is to write it with, once; whoever has that closes the group. */
    @Nullable WriteContext context() {
        if (handedOn) return null;
        handedOn = true;
        return new CassandraWriteContext(group, position);
    }

    /** It could not be done. */
    void failed(Exception reason) {
        failure = reason;
    }

    /** It is over: tells whom it concerns. */
    void end() {
        if (!handedOn) group.close();
        done.accept(failure);
    }
}
