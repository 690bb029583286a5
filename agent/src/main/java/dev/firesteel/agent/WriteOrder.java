// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.codahale.metrics.Timer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.memtable.AbstractAllocatorMemtable;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.apache.cassandra.utils.memory.MemtablePool;

/** Connects deferred writes to Cassandra's write order and its memtable memory. */
public final class WriteOrder {
    private static final String THREADS = "JournalMutationStage";

    private WriteOrder() {}

    /**
     * Creates a queue with up to {@code concurrent_writes} threads of its own. The threads of the
     * mutation stage cannot be used: all of them may wait for a flush that waits for these writes.
     *
     * @param waited updated with the time until a write was durable
     */
    public static DeferredWrites<Mutation> deferredWrites(Timer waited) {
        return new DeferredWrites<>(
                SharedExecutorPool.SHARED.newExecutor(
                        Stage.MUTATION.getMaximumPoolSize(), "request", THREADS),
                Stage.MUTATION::getMaximumPoolSize,
                (Mutation mutation) -> mutation.apply(),
                WriteOrder::letPass,
                nanos -> waited.update(nanos, TimeUnit.NANOSECONDS));
    }

    /** Exempts all started writes from waiting for memory, as the barrier of a flush does. */
    private static void letPass() {
        OpOrder.Barrier barrier = Keyspace.writeOrder.newBarrier();
        barrier.issue();
        barrier.markBlocking();
    }

    /**
     * Returns whether a mutation can be deferred: all of it is logged, no view needs a lock, there
     * is memtable memory, and the request is not traced.
     */
    public static boolean canDefer(Mutation mutation) {
        if (Tracing.instance.get() != null || !hasMemory()) return false;
        Keyspace keyspace = Keyspace.open(mutation.getKeyspaceName());
        if (!keyspace.getMetadata().params.durableWrites) return false;
        Collection<PartitionUpdate> updates = mutation.getPartitionUpdates();
        for (PartitionUpdate update : updates)
            if (update.metadata().params.memtable.factory().writesShouldSkipCommitLog())
                return false;
        return !keyspace.viewManager.updatesAffectView(List.of(mutation), false);
    }

    private static boolean hasMemory() {
        MemtablePool pool = AbstractAllocatorMemtable.MEMORY_POOL;
        return hasMemory(pool.onHeap) && hasMemory(pool.offHeap);
    }

    private static boolean hasMemory(MemtablePool.SubPool pool) {
        return pool.limit == 0 || pool.used() < pool.limit;
    }
}
