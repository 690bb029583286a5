// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Clients that write, wait, and read what they have written; a few of these requests are traced.
 * Each client has rows of its own, and so has their last version.
 */
final class ProbeClients {
    /** Rows of a client, enough for a write to reach all replicas before its row is used again. */
    static final int ROWS = 16;

    private static final long SECOND = 1_000_000_000L;
    private static final double MILLION = 1e6;

    /** A request that was traced. */
    record Traced(UUID session, boolean isWrite, double clientMillis) {}

    /** The results of clients. */
    record Seen(List<Trial> trials, List<Traced> traced, long failures, String firstError) {}

    private final ProbeTable table;
    private final List<Double> delays;
    private final int clients;
    private final LongSupplier nanos;
    private final BooleanSupplier isStopped;
    private final AtomicLong done = new AtomicLong();

    ProbeClients(
            ProbeTable table,
            List<Double> delays,
            int clients,
            LongSupplier nanos,
            BooleanSupplier isStopped) {
        this.table = table;
        this.delays = delays;
        this.clients = clients;
        this.nanos = nanos;
        this.isStopped = isStopped;
    }

    /** Runs the clients for this time, or until the probe is stopped. */
    Seen run(int seconds, String at, ProbeListener listener) throws InterruptedException {
        long end = nanos.getAsLong() + seconds * SECOND;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<Client>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Client client = new Client(i, end);
                all.add(threads.submit(client::work, client));
            }
            tell(end, at, listener);
            return together(all);
        } finally {
            threads.shutdownNow();
            // Waits for their last requests, which the driver's time-out limits.
            var unused = threads.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private void tell(long end, String at, ProbeListener listener) throws InterruptedException {
        long before = done.get();
        long since = nanos.getAsLong();
        while (nanos.getAsLong() < end && !isStopped.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(250);
            long now = nanos.getAsLong();
            if (now - since < SECOND) continue;
            long count = done.get();
            listener.working(at, (count - before) * (double) SECOND / (now - since));
            before = count;
            since = now;
        }
    }

    private static Seen together(List<Future<Client>> all) throws InterruptedException {
        List<Trial> trials = new ArrayList<>();
        List<Traced> traced = new ArrayList<>();
        long failures = 0;
        String firstError = "";
        for (Future<Client> each : all) {
            Client client = ended(each);
            trials.addAll(client.trials);
            traced.addAll(client.traced);
            failures += client.failures;
            if (firstError.isEmpty()) firstError = client.firstError;
        }
        return new Seen(trials, traced, failures, firstError);
    }

    private static Client ended(Future<Client> client) throws InterruptedException {
        try {
            return client.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A client has ended: " + e.getCause(), e);
        }
    }

    /** A client. Only its own thread uses it, until that has ended. */
    private final class Client {
        private final int first;
        private final long end;
        private final List<Trial> trials = new ArrayList<>();
        private final List<Traced> traced = new ArrayList<>();
        private final ProbeTurns turns = new ProbeTurns(delays);
        private long failures;
        private String firstError = "";

        Client(int index, long end) {
            this.first = index * ROWS;
            this.end = end;
        }

        void work() {
            // Higher than the versions of an earlier run with the same rows.
            long version = nanos.getAsLong();
            for (int turn = 0; nanos.getAsLong() < end && !isStopped.getAsBoolean(); turn++) {
                String key = table.keys().get(first + turn % ROWS);
                try {
                    take(turns.next(), key, ++version);
                    done.incrementAndGet();
                } catch (DriverException e) {
                    failures++;
                    if (firstError.isEmpty()) firstError = String.valueOf(e.getMessage());
                }
            }
        }

        private void take(ProbeTurns.Turn turn, String key, long version) {
            switch (turn.kind()) {
                case WRITE_TRACED -> traceWrite(key, version);
                case READ_TRACED -> traceRead(key, version, turn.delayMillis());
                case BOTH_TRACED -> trials.add(trial(key, version, turn.delayMillis(), true));
                case UNTRACED -> trials.add(trial(key, version, turn.delayMillis(), false));
            }
        }

        private Trial trial(String key, long version, double delayMillis, boolean isTraced) {
            long began = nanos.getAsLong();
            table.write(key, version, isTraced);
            long written = nanos.getAsLong();
            await(written, delayMillis);
            long asked = nanos.getAsLong();
            boolean isFresh = table.read(key, isTraced) >= version;
            long read = nanos.getAsLong();
            return new Trial(
                    delayMillis,
                    (asked - written) / MILLION,
                    isFresh,
                    (written - began) / MILLION,
                    (read - asked) / MILLION,
                    isTraced);
        }

        private void await(long since, double delayMillis) {
            long due = since + (long) (delayMillis * MILLION);
            for (long left = due - since; left > 0; left = due - nanos.getAsLong())
                LockSupport.parkNanos(left);
        }

        private void traceWrite(String key, long version) {
            long began = nanos.getAsLong();
            ResultSet write = table.writeTraced(key, version);
            keep(write, true, nanos.getAsLong() - began);
        }

        /** Traces a read after an untraced write: nodes have the same load as for other reads. */
        private void traceRead(String key, long version, double delayMillis) {
            table.write(key, version, false);
            long written = nanos.getAsLong();
            await(written, delayMillis);
            long asked = nanos.getAsLong();
            ResultSet read = table.readTraced(key);
            keep(read, false, nanos.getAsLong() - asked);
        }

        private void keep(ResultSet result, boolean isWrite, long tookNanos) {
            UUID session = result.getExecutionInfo().getTracingId();
            if (session != null) traced.add(new Traced(session, isWrite, tookNanos / MILLION));
        }
    }
}
