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

/** What Cassandra's order of writes and its memory for memtables allow. */
public final class WriteOrder {
    private static final String THREADS = "JournalMutationStage";

    private WriteOrder() {}

    /**
     * Applies writes on threads of their own, as many as {@code concurrent_writes}. Those of the
     * mutation stage may all wait for a flush, which waits for these writes.
     *
     * @param waited updated with the time that each has waited until it was on flash
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

    /** What has been started by now waits for no memory any more, as what a flush waits for. */
    private static void letPass() {
        OpOrder.Barrier barrier = Keyspace.writeOrder.newBarrier();
        barrier.issue();
        barrier.markBlocking();
    }

    /**
     * Whether a mutation goes to the commit log, needs no lock for a view, and finds memory in
     * memtables; and nobody follows its trace.
     */
    public static boolean isFree(Mutation mutation) {
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
