// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** Writers and readers of a table that a crash takes back to its durable rows. */
public final class GateScenario {
    private GateScenario() {}

    /** A row, and the append of its record. */
    private record Row(int key, TestAppend append) {}

    @Param(name = "row", gen = IntGen.class, conf = "1:4")
    public static class Threads {
        private final Set<Integer> table = new TreeSet<>();
        private final Set<Integer> device = new TreeSet<>();
        private final Queue<Row> submitted = new ConcurrentLinkedQueue<>();
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private final OpOrder order = new OpOrder();
        private final PendingReplies<Row, Boolean> replies = new PendingReplies<>();
        private final DeferredWrites<Row> writes =
                new DeferredWrites<>(tasks::add, () -> 1, this::apply, () -> {}, nanos -> {});

        /** Returns once the write is acknowledged. */
        @Operation
        public boolean write(@Param(name = "row") int key) {
            Row row = new Row(key, new TestAppend());
            CompletableFuture<Boolean> reply = replies.add(row, () -> true, () -> 1, 0);
            DeferredWrite<Row> write =
                    new DeferredWrite<>(
                            row,
                            order.start(),
                            new CommitLogPosition(1, key),
                            failure -> replies.settled(row));
            submitted.add(row);
            writes.add(write, row.append);
            commit();
            return reply.join();
        }

        /** Makes durable what any thread has submitted, and applies what any thread has queued. */
        private void commit() {
            Row row;
            while ((row = submitted.poll()) != null) {
                synchronized (device) {
                    device.add(row.key);
                }
                row.append.settle();
            }
            writes.applyReady();
            Runnable task;
            while ((task = tasks.poll()) != null) task.run();
        }

        private void apply(Row row) {
            synchronized (device) {
                table.add(row.key);
            }
        }

        @Operation
        public List<Integer> read() {
            synchronized (device) {
                return new ArrayList<>(table);
            }
        }

        /** Replays the journal into an empty table. */
        @Operation
        public List<Integer> crash() {
            synchronized (device) {
                table.clear();
                table.addAll(device);
                return new ArrayList<>(table);
            }
        }
    }

    public static class Specification {
        private final Set<Integer> rows = new TreeSet<>();

        public boolean write(int key) {
            rows.add(key);
            return true;
        }

        public List<Integer> read() {
            return new ArrayList<>(rows);
        }

        public List<Integer> crash() {
            return read();
        }
    }
}
