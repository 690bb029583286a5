// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import dev.firesteel.lab.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Runs the load or the run phase of YCSB's core workload with client threads in this process.
 *
 * <p>YCSB's own main class keeps its state in statics and ends the JVM. This class therefore drives
 * YCSB's workload and a binding of its own.
 */
public final class YcsbRun {
    /** Longer than any experiment. */
    public static final Duration NO_LIMIT = Duration.ofDays(365);

    private static final String OPERATIONS = "operationcount";

    private final UserTable table;
    private final Properties properties;
    private final Workload workload;
    private final int threads;
    private final LongSupplier nanos;
    private double perSecond;
    private int retries;
    private @Nullable HistogramLog log;
    private boolean keepsHistograms;
    private final Intervals intervals = new Intervals();
    private volatile boolean isStopped;

    /**
     * Creates a run over a table: one phase, once.
     *
     * @param properties YCSB's, such as {@link CoreMix#properties}
     * @param threads client threads, at least 1
     * @param nanos a clock in nanoseconds, of any origin
     * @throws IllegalArgumentException if the workload rejects the properties
     */
    public YcsbRun(UserTable table, Properties properties, int threads, LongSupplier nanos) {
        if (threads < 1)
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        this.table = table;
        this.properties = properties;
        this.workload = workload(properties);
        this.threads = threads;
        this.nanos = nanos;
    }

    /**
     * Sets an open loop: operations are due at this rate, and latencies start at the due time.
     * Without it each client begins an operation when its last has ended.
     *
     * @param rate operations a second, all clients together, above 0
     */
    public YcsbRun atRate(double rate) {
        if (!(rate > 0))
            throw new IllegalArgumentException("the rate must be more than 0, not " + rate);
        perSecond = rate;
        return this;
    }

    /**
     * Retries failed inserts, each time after a second; each attempt is counted.
     *
     * @param times the maximum number of retries, at least 0
     */
    public YcsbRun retryingInserts(int times) {
        retries = times;
        return this;
    }

    /** Logs the latencies of every second, too. The caller closes the log. */
    public YcsbRun logging(HistogramLog histograms) {
        log = histograms;
        return this;
    }

    /** Keeps histograms in the result, for {@link YcsbResult#merged}. */
    public YcsbRun keepingHistograms() {
        keepsHistograms = true;
        return this;
    }

    /** Lets clients finish their current operations and begin no more. For any thread. */
    public void stop() {
        isStopped = true;
    }

    /**
     * Inserts {@code recordcount} rows, or {@code insertcount} rows from {@code insertstart} on, or
     * fewer if the time is over earlier.
     */
    public YcsbResult load(Duration atMost, Progress progress) throws InterruptedException {
        String count = properties.containsKey("insertcount") ? "insertcount" : "recordcount";
        return phase("load", count, Workload::doInsert, atMost, progress);
    }

    /**
     * Runs {@code operationcount} operations, or fewer if the time is over earlier. Beside YCSB's
     * own, {@code requestdistribution} may be {@code true-zipfian}.
     */
    public YcsbResult run(Duration atMost, Progress progress) throws InterruptedException {
        return phase("run", OPERATIONS, Workload::doTransaction, atMost, progress);
    }

    private YcsbResult phase(
            String name, String countKey, Client.Step step, Duration atMost, Progress progress)
            throws InterruptedException {
        long total = Long.parseLong(properties.getProperty(countKey));
        long start = nanos.getAsLong();
        ArrivalSchedule timetable =
                perSecond > 0 ? new ArrivalSchedule(perSecond, start, nanos) : null;
        long deadline = start + atMost.toNanos();
        List<Client> clients =
                IntStream.range(0, threads)
                        .mapToObj(i -> client(step, share(total, i), deadline, timetable))
                        .toList();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            clients.forEach(pool::execute);
            pool.shutdown();
            new ProgressTicker(progress, nanos, total, () -> done(clients), intervals, log)
                    .tickUntilEnd(pool);
        } finally {
            pool.shutdownNow();
        }
        return result(name, clients, nanos.getAsLong() - start);
    }

    private Client client(
            Client.Step step,
            long operations,
            long deadlineNanos,
            @Nullable ArrivalSchedule timetable) {
        return new Client(
                workload,
                new CassandraBinding(table),
                step,
                operations,
                deadlineNanos,
                timetable,
                () -> isStopped,
                nanos,
                retries,
                intervals);
    }

    private long share(long total, int client) {
        return total / threads + (client < total % threads ? 1 : 0);
    }

    private static long done(List<Client> clients) {
        return clients.stream().mapToLong(Client::done).sum();
    }

    private static Workload workload(Properties properties) {
        try {
            // The workload reads its own, unused, measurements from a static field.
            Measurements.setProperties(new Properties());
            Workload workload =
                    ZipfWorkload.isWanted(properties) ? new ZipfWorkload() : new CoreWorkload();
            workload.init(countable(properties));
            return workload;
        } catch (WorkloadException e) {
            throw new IllegalArgumentException("Not a YCSB core workload: " + e.getMessage(), e);
        }
    }

    /** Returns properties with operations limited to an int, in which the workload counts. */
    private static Properties countable(Properties properties) {
        Properties countable = new Properties();
        countable.putAll(properties);
        String operations = properties.getProperty(OPERATIONS);
        if (operations != null)
            countable.setProperty(
                    OPERATIONS,
                    Long.toString(Math.min(Integer.MAX_VALUE, Long.parseLong(operations))));
        return countable;
    }

    private YcsbResult result(String phase, List<Client> clients, long elapsedNanos) {
        Latencies latencies = new Latencies();
        clients.forEach(client -> latencies.add(client.latencies()));
        YcsbResult result =
                YcsbResult.of(
                        phase,
                        threads,
                        elapsedNanos / 1e9,
                        latencies,
                        clients.stream()
                                .map(Client::lastError)
                                .filter(error -> !error.isEmpty())
                                .findFirst()
                                .orElse(""));
        return keepsHistograms
                ? result.with(result.operationsPerSecond(), latencies.encoded())
                : result;
    }
}
