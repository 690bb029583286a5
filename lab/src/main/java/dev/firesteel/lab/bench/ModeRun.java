// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.Progress;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures a workload with each number of clients on one node that has just been started. */
final class ModeRun {
    /** More rows than a run can insert. */
    private static final int ROWS = Integer.MAX_VALUE;

    /** More than any node reaches; YCSB reserves this number of new keys a second. */
    private static final long MOST_PER_SECOND = 100_000;

    private final int round;
    private final Mode mode;
    private final Workload workload;
    private final Placement placement;
    private final LoadSettings load;
    private final boolean keepsInMemory;
    private final BenchListener listener;
    private final LongSupplier nanos;

    ModeRun(
            int round,
            Mode mode,
            Workload workload,
            Placement placement,
            BenchSettings settings,
            BenchListener listener,
            LongSupplier nanos) {
        this.round = round;
        this.mode = mode;
        this.workload = workload;
        this.placement = placement;
        this.load = settings.load();
        this.keepsInMemory = settings.server().memtableBytes() > 0;
        this.listener = listener;
        this.nanos = nanos;
    }

    /** Receives each measurement as soon as it is made. */
    @FunctionalInterface
    interface Sink {
        /** Takes a measurement. */
        void accept(Measurement measurement) throws IOException;
    }

    /** Measures each closed loop, and then the open loop if there is to be one. */
    void measure(CassandraNode node, BenchNodes nodes, Sink measurements)
            throws IOException, InterruptedException {
        try (CqlSession session = LabSession.open(node.contactPoint())) {
            nodes.requireGenuine(mode, node, session);
            LogDevice device = LogDevice.of(nodes.log(mode)).orElse(null);
            new Scene(node, nodes, device, table(session)).measure(measurements);
            nodes.requireWasGenuine(mode, workload, node);
        } catch (DriverException e) {
            throw new BenchException("The node does not answer: " + e.getMessage(), e);
        }
    }

    private UserTable table(CqlSession session) {
        return new UserTable(session, DefaultConsistencyLevel.ONE)
                .create(1, mode.writesDurably(), load.fieldCount());
    }

    /** A node with its table. */
    private final class Scene {
        private final CassandraNode node;
        private final BenchNodes nodes;
        private final @Nullable LogDevice device;
        private final UserTable table;

        Scene(CassandraNode node, BenchNodes nodes, @Nullable LogDevice device, UserTable table) {
            this.node = node;
            this.nodes = nodes;
            this.device = device;
            this.table = table;
        }

        void measure(Sink measurements) throws IOException, InterruptedException {
            if (!workload.isInserts())
                RowLoader.load(table, properties(load.records(), 0), nanos, at("loading rows"));
            WarmUp warmUp = warmUp();
            for (int clients : load.clients()) measure(clients, warmUp, measurements);
        }

        /**
         * Warms up with the largest number of clients, because few clients take far longer to warm
         * up a JVM. The duration is fixed: a steady rate does not prove that the JVM is warm.
         */
        private WarmUp warmUp() throws InterruptedException {
            int clients = Collections.max(load.clients());
            int seconds = load.warmUpSeconds();
            SteadyState settling = new SteadyState();
            Progress progress =
                    (done, of, perSecond) -> {
                        settling.add(perSecond);
                        listener.working("warming up", perSecond);
                    };
            empty();
            YcsbResult result = go(newRun(clients, seconds), seconds, progress);
            return new WarmUp(result.seconds(), settling.isSettled());
        }

        private void measure(int clients, WarmUp warmUp, Sink measurements)
                throws IOException, InterruptedException {
            // Compacts the rows into one SSTable for reads, as in Figure 7 of the paper.
            if (!workload.isInserts()) Compaction.ofAll(node, UserTable.KEYSPACE);
            run(clients, 0, load.adjustSeconds(), "warming up");
            Measurement closed = measure(clients, Loop.CLOSED, 0, warmUp);
            measurements.accept(closed);
            double rate = load.openRate(closed.result().operationsPerSecond());
            if (rate <= 0) return;
            run(clients, rate, load.adjustSeconds(), "open loop, warming up");
            measurements.accept(measure(clients, Loop.OPEN, rate, warmUp));
        }

        private Measurement measure(int clients, Loop loop, double rate, WarmUp warmUp)
                throws IOException, InterruptedException {
            Cell cell = new Cell(workload, clients, placement);
            empty(); // not measured: a durable mode flushes here, and none does not
            Counters before = Counters.read(node.pid(), device);
            YcsbResult result = runOn(clients, rate, load.seconds(), loop.title() + " loop");
            Counters after = Counters.read(node.pid(), device);
            if (result.operations() == 0)
                throw new BenchException(
                        "%s, %s: no operation succeeded: %s"
                                .formatted(mode.title(), cell, result.firstError()));
            return new Measurement(
                    round,
                    mode,
                    cell,
                    loop,
                    rate,
                    warmUp,
                    result,
                    after.since(before, result.operations()),
                    device == null ? "" : device.name(),
                    isFlushed());
        }

        private YcsbResult run(int clients, double rate, int seconds, String at)
                throws InterruptedException {
            empty();
            return runOn(clients, rate, seconds, at);
        }

        private YcsbResult runOn(int clients, double rate, int seconds, String at)
                throws InterruptedException {
            YcsbRun run = newRun(clients, seconds);
            return go(rate > 0 ? run.atRate(rate) : run, seconds, at(at));
        }

        /** Empties the table for inserts, before each run. */
        private void empty() {
            if (workload.isInserts()) table.empty();
        }

        private YcsbResult go(YcsbRun run, int seconds, Progress progress)
                throws InterruptedException {
            Duration time = Duration.ofSeconds(seconds);
            return workload.isInserts() ? run.load(time, progress) : run.run(time, progress);
        }

        private YcsbRun newRun(int clients, int seconds) {
            Properties properties =
                    workload.isInserts()
                            ? properties(ROWS, 0)
                            : properties(load.records(), seconds * MOST_PER_SECOND);
            return new YcsbRun(table, properties, clients, nanos);
        }

        private Progress at(String what) {
            return (done, of, perSecond) -> listener.working(what, perSecond);
        }

        /** Returns whether new rows are in SSTables although they were to stay in memory. */
        private boolean isFlushed() throws IOException {
            return keepsInMemory && workload.isInserts() && nodes.holdSSTables();
        }
    }

    private Properties properties(long records, long operations) {
        return load.row().addTo(workload.properties(records, operations));
    }
}
