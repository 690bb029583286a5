// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import dev.firesteel.lab.Progress;
import dev.firesteel.lab.bench.SteadyState;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Offers a running cluster increasing rates of operations, up to its maximum and beyond: Figures 2
 * and 3 of "Performance and consistency of Cassandra on Blue Waters". The paper's limit of eight
 * connections a core is a number of clients here, because a connection of current drivers carries
 * thousands of concurrent requests.
 */
public final class Sweep {
    /** Maximum share of failed operations at full speed. A cluster with more is not measured. */
    private static final double FAILURES = 0.01;

    /** Minimum share of the intended time that clients run; it is less if they give up. */
    private static final double WORKED = 0.9;

    private final SweepSettings settings;
    private final UserTable table;
    private final SweepListener listener;
    private final LongSupplier nanos;
    private final List<SweepCurve> curves = new ArrayList<>();
    private int step;
    private String problem = "";
    private volatile boolean isStopped;
    private volatile @Nullable YcsbRun running;

    /**
     * Creates the sweep; starts nothing.
     *
     * @param table with the rows
     * @param nanos a clock in nanoseconds, of any origin
     */
    public Sweep(
            SweepSettings settings, UserTable table, SweepListener listener, LongSupplier nanos) {
        this.settings = settings;
        this.table = table;
        this.listener = listener;
        this.nanos = nanos;
    }

    /** Measures, until it is done, {@link #stop}ped, or cannot go on. */
    public SweepResult run() throws InterruptedException {
        for (int clients : settings.clients()) if (!hasEnded()) curve(clients);
        return new SweepResult(!hasEnded(), problem, List.copyOf(curves));
    }

    /** Makes {@link #run} return the results so far. May be called by any thread. */
    public void stop() {
        isStopped = true;
        YcsbRun now = running;
        if (now != null) now.stop();
    }

    private boolean hasEnded() {
        return isStopped || !problem.isEmpty();
    }

    private void curve(int clients) throws InterruptedException {
        listener.starting(++step, clients, 0);
        boolean isSettled = settle(clients);
        if (hasEnded()) return;
        YcsbResult full = measure(clients, 0, settings.seconds(), "measuring", Progress.SILENT);
        long all = full.errors() + full.operations();
        if (!hasEnded() && full.errors() > FAILURES * all)
            problem =
                    "%d of %d operations failed: %s"
                            .formatted(full.errors(), all, full.firstError());
        if (hasEnded()) return;
        double most = full.operationsPerSecond();
        listener.measured(most);
        List<SweepPoint> points = new ArrayList<>();
        for (double part : settings.parts()) {
            SweepPoint point = hasEnded() ? null : point(clients, part * most);
            if (point != null) points.add(point);
        }
        Knee knee = hasEnded() ? null : Knee.of(points);
        curves.add(new SweepCurve(clients, most, isSettled, points, knee));
    }

    /** Measures one rate. Returns null if the sweep has ended meanwhile. */
    private @Nullable SweepPoint point(int clients, double rate) throws InterruptedException {
        listener.starting(++step, clients, rate);
        measure(clients, rate, settings.rateWarmUpSeconds(), "warming up", Progress.SILENT);
        if (hasEnded()) return null;
        Variation variation = new Variation();
        YcsbResult result =
                measure(
                        clients,
                        rate,
                        settings.seconds(),
                        "measuring",
                        (done, of, perSecond) -> variation.add(perSecond));
        if (hasEnded()) return null;
        SweepPoint point =
                new SweepPoint(
                        rate,
                        result.operationsPerSecond(),
                        variation.coefficient(),
                        result.meanMicros(),
                        result.p50Micros(),
                        result.p99Micros(),
                        result.p999Micros(),
                        result.maxMicros(),
                        result.errors());
        listener.measured(point);
        return point;
    }

    /**
     * Runs at full speed until steady state, because a JVM warms up slowly.
     *
     * @return whether it was reached in time
     */
    private boolean settle(int clients) throws InterruptedException {
        YcsbRun run = begin(clients, 0);
        SteadyState settling = new SteadyState();
        YcsbResult result =
                run.run(
                        Duration.ofSeconds(settings.warmUpSeconds()),
                        (done, of, perSecond) -> {
                            listener.working("warming up", perSecond);
                            settling.add(perSecond);
                            if (settling.isSettled()) run.stop();
                        });
        running = null;
        if (!hasEnded() && result.operations() == 0)
            problem = "clients gave up: " + result.firstError();
        return settling.isSettled();
    }

    private YcsbResult measure(int clients, double rate, int seconds, String at, Progress progress)
            throws InterruptedException {
        YcsbResult result =
                begin(clients, rate)
                        .run(
                                Duration.ofSeconds(seconds),
                                (done, of, perSecond) -> {
                                    progress.reached(done, of, perSecond);
                                    listener.working(at, perSecond);
                                });
        running = null;
        if (!hasEnded() && (result.operations() == 0 || result.seconds() < WORKED * seconds))
            problem = "clients gave up: " + result.firstError();
        return result;
    }

    private YcsbRun begin(int clients, double rate) {
        Properties properties = new Properties();
        properties.putAll(settings.ycsb());
        YcsbRun run = new YcsbRun(table, properties, clients, nanos);
        if (rate > 0) run.atRate(rate);
        running = run;
        if (isStopped) run.stop();
        return run;
    }
}
