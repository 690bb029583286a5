// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * Writers and readers of a table while power fails: what a writer was told, and what a reader saw,
 * stays. A writer without an answer writes its row again.
 */
public final class GateScenario {
    private GateScenario() {}

    /** Operations on the node that runs. */
    @Param(name = "row", gen = IntGen.class, conf = "1:3")
    public static class Threads {
        private final SortedSet<Integer> device = new TreeSet<>();
        private volatile Node node = new Node(device);

        /** Returns when the row is acknowledged. */
        @Operation
        public void write(@Param(name = "row") int row) {
            boolean acknowledged = false;
            while (!acknowledged) acknowledged = node.write(row);
        }

        /** Returns the rows that a reader sees. */
        @Operation
        public List<Integer> read() {
            return node.rows();
        }

        /** Only the rows on the device are left. */
        @Operation
        public void powerFails() {
            synchronized (device) {
                node = new Node(device);
            }
        }

        /** Returns false if the node has lost its power. */
        private boolean store(Node by, List<Entry> entries) {
            synchronized (device) {
                if (by != node) return false;
                for (Entry each : entries) device.add(each.row.id);
                return true;
            }
        }

        /** A node, from its start to the failure of its power. */
        private final class Node {
            private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
            private final SimGate<Row, Boolean> gate =
                    new SimGate<>(tasks::add, () -> 1, this::apply, () -> {});
            private final Object drive = new Object();
            private final SortedSet<Integer> table;
            private List<Entry> record = new ArrayList<>();

            private Node(SortedSet<Integer> replayed) {
                table = new TreeSet<>(replayed);
            }

            /** Returns false if the node has lost its power before it acknowledged the row. */
            private boolean write(int id) {
                Row row = new Row(id);
                CompletableFuture<Boolean> reply = gate.hold(row, () -> true, () -> 1, 0);
                TestAppend append = append(row);
                gate.writes()
                        .add(
                                new DeferredWrite<>(
                                        row,
                                        new OpOrder().start(),
                                        new CommitLogPosition(1, 1),
                                        failure -> gate.settled(row)),
                                append);
                return commit() ? reply.join() : reply.isDone();
            }

            private synchronized TestAppend append(Row row) {
                Entry entry = new Entry(row, new TestAppend());
                record.add(entry);
                return entry.append;
            }

            private synchronized List<Entry> seal() {
                List<Entry> sealed = record;
                record = new ArrayList<>();
                return sealed;
            }

            /** Writes the record, unless another thread has. Returns false without power. */
            private boolean commit() {
                boolean stored;
                synchronized (drive) {
                    List<Entry> sealed = seal();
                    stored = store(this, sealed);
                    if (stored && !sealed.isEmpty()) {
                        for (Entry each : sealed) each.append.settle();
                        gate.writes().applyReady();
                    }
                }
                Runnable task;
                while ((task = tasks.poll()) != null) task.run();
                return stored;
            }

            private synchronized void apply(Row row) {
                table.add(row.id);
            }

            private synchronized List<Integer> rows() {
                return List.copyOf(table);
            }
        }
    }

    /** A row that a client writes; equal to itself alone. */
    private static final class Row {
        private final int id;

        private Row(int id) {
            this.id = id;
        }
    }

    private record Entry(Row row, TestAppend append) {}

    /** A table that no failure of power changes. */
    public static class Specification {
        private final SortedSet<Integer> rows = new TreeSet<>();

        /** Adds a row. */
        public void write(int row) {
            rows.add(row);
        }

        /** Returns all rows. */
        public List<Integer> read() {
            return List.copyOf(rows);
        }

        /** Changes nothing. */
        public void powerFails() {}
    }
}
