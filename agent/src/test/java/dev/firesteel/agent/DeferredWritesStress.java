// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Tests that a deferred write is applied once, and only when it is durable. */
public final class DeferredWritesStress {
    private DeferredWritesStress() {}

    /** Deferred writes. Each actor runs the tasks that are queued. */
    private static final class Gate<M> {
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private final DeferredWrites<M> writes;

        private Gate(Consumer<M> apply) {
            writes = new DeferredWrites<>(tasks::add, () -> 1, apply, () -> {}, nanos -> {});
        }

        private void add(DeferredWrite<M> write, TestAppend append) {
            writes.add(write, append);
            runTasks();
        }

        private void settle(TestAppend append) {
            append.settle();
            writes.applyReady();
            runTasks();
        }

        private void runTasks() {
            Runnable task;
            while ((task = tasks.poll()) != null) task.run();
        }
    }

    private static <M> DeferredWrite<M> write(M mutation, Runnable done) {
        return new DeferredWrite<>(
                mutation,
                new OpOrder().start(),
                new CommitLogPosition(1, 1),
                failure -> done.run());
    }

    /** Two records become durable at once. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each write is applied once")
    @Outcome(expect = FORBIDDEN, desc = "a write is not applied, or twice")
    @State
    public static class TwoRecords {
        private final int[] applied = new int[2];
        private final Gate<Integer> gate = new Gate<>(mutation -> applied[mutation]++);
        private final TestAppend first = add(0);
        private final TestAppend second = add(1);

        private TestAppend add(Integer mutation) {
            TestAppend append = new TestAppend();
            gate.add(write(mutation, () -> {}), append);
            return append;
        }

        @Actor
        public void one() {
            gate.settle(first);
        }

        @Actor
        public void other() {
            gate.settle(second);
        }

        @Arbiter
        public void end(II_Result seen) {
            seen.r1 = applied[0];
            seen.r2 = applied[1];
        }
    }

    /** A record becomes durable while a write in it is added. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "applied once")
    @Outcome(expect = FORBIDDEN, desc = "not applied, or twice")
    @State
    public static class Added {
        private final TestAppend append = new TestAppend();
        private final Gate<Object> gate = new Gate<>(mutation -> this.applied++);
        private int applied;

        @Actor
        public void client() {
            gate.add(write(append, () -> {}), append);
        }

        @Actor
        public void committer() {
            gate.settle(append);
        }

        @Arbiter
        public void end(I_Result seen) {
            seen.r1 = applied;
        }
    }

    /** A reader, beside a write. Reads the acknowledgement, the table and the device. */
    @JCStressTest
    @Outcome(id = "0, 0, [01]", expect = ACCEPTABLE, desc = "not applied yet")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "not acknowledged yet")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "acknowledged")
    @Outcome(expect = FORBIDDEN, desc = "acknowledged or seen too early")
    @State
    public static class Read {
        private final TestAppend append = new TestAppend();
        private final Gate<Object> gate = new Gate<>(mutation -> this.table = 1);
        private int device;
        private volatile int table;
        private volatile int acknowledged;

        @Actor
        public void client() {
            gate.add(write(append, () -> acknowledged = 1), append);
            device = 1;
            gate.settle(append);
        }

        @Actor
        public void read(III_Result seen) {
            seen.r1 = acknowledged;
            seen.r2 = table;
            seen.r3 = device;
        }
    }
}
