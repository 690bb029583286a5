// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import dev.firesteel.lab.Progress;
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
 * Offers a cluster that runs more and more operations a second, up to what it can do and beyond:
 * Figures 2 and 3 of "Performance and consistency of Cassandra on Blue Waters", whose limit of
 * eight connections a core is a number of clients here, since a connection of today's drivers
 * carries thousands of requests at once.
 */
public final class Sweep {
    private final SweepSettings settings;
    private final Properties properties;
    private final UserTable table;
    private final SweepListener listener;
    private final LongSupplier nanos;
    private final List<SweepCurve> curves = new ArrayList<>();
    private int step;
    private volatile boolean isStopped;
    private volatile @Nullable YcsbRun running;

    /**
     * Does nothing yet.
     *
     * @param properties YCSB's, with operations enough for any of its measurements
     * @param table with the rows
     * @param nanos a clock in nanoseconds, of any origin
     */
    public Sweep(
            SweepSettings settings,
            Properties properties,
            UserTable table,
            SweepListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.properties = properties;
        this.table = table;
        this.listener = listener;
        this.nanos = nanos;
    }

    /**
     * Measures, until it is done or {@link #stop}ped.
     *
     * @throws SweepException if no operation succeeds
     */
    public SweepResult run() throws InterruptedException, SweepException {
        for (int clients : settings.clients()) if (!isStopped) curve(clients);
        return new SweepResult(!isStopped, List.copyOf(curves));
    }

    /** Has {@link #run} return what was measured so far. May be called by any thread. */
    public void stop() {
        isStopped = true;
        YcsbRun now = running;
        if (now != null) now.stop();
    }

    private void curve(int clients) throws InterruptedException, SweepException {
        listener.starting(++step, clients, 0);
        go(clients, 0, settings.warmUpSeconds(), "warming up", Progress.SILENT);
        YcsbResult full = go(clients, 0, settings.seconds(), "measuring", Progress.SILENT);
        if (isStopped) return;
        double most = full.operationsPerSecond();
        listener.measured(most);
        List<SweepPoint> points = new ArrayList<>();
        for (double part : settings.parts()) {
            SweepPoint point = isStopped ? null : point(clients, part * most);
            if (point != null) points.add(point);
        }
        curves.add(new SweepCurve(clients, most, points, Knee.of(points)));
    }

    /** Null if it was stopped meanwhile. */
    private @Nullable SweepPoint point(int clients, double rate)
            throws InterruptedException, SweepException {
        listener.starting(++step, clients, rate);
        go(clients, rate, settings.warmUpSeconds(), "warming up", Progress.SILENT);
        Variation variation = new Variation();
        YcsbResult result =
                go(
                        clients,
                        rate,
                        settings.seconds(),
                        "measuring",
                        (done, of, perSecond) -> variation.add(perSecond));
        if (isStopped) return null;
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

    private YcsbResult go(int clients, double rate, int seconds, String at, Progress progress)
            throws InterruptedException, SweepException {
        YcsbRun run = new YcsbRun(table, properties, clients, nanos);
        if (rate > 0) run.atRate(rate);
        running = run;
        if (isStopped) run.stop();
        YcsbResult result =
                run.run(
                        Duration.ofSeconds(seconds),
                        (done, of, perSecond) -> {
                            progress.reached(done, of, perSecond);
                            listener.working(at, perSecond);
                        });
        running = null;
        if (result.operations() == 0 && !isStopped)
            throw new SweepException("No operation succeeded: " + result.firstError());
        return result;
    }
}
