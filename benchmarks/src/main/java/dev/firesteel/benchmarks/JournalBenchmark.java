// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Measures durable appends. JMH creates the threads and counts; this class records the latencies
 * and the bytes written to the drive.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class JournalBenchmark {
    private static final int DIGITS = 3;

    /** Appends once. */
    @Benchmark
    public void append(Line line) throws Exception {
        long start = System.nanoTime(); // owns clock
        line.appender.append();
        line.latencyNanos.recordValue(System.nanoTime() - start); // owns clock
    }

    /** The state that all threads share. */
    @State(Scope.Benchmark)
    public static class Log {
        /** A {@link Request} as text, because JMH creates this object. */
        @Param("")
        public String request = "";

        private final Random random = new Random(1);
        private final List<Histogram> latencies = new CopyOnWriteArrayList<>();
        private Request asked = Request.NOTHING;
        private @Nullable Peer peer;
        private @Nullable Tally tally;

        /** Opens the log, one time. */
        @Setup(Level.Trial)
        public void open() throws Exception {
            asked = Request.parse(request);
            peer = Peers.open(asked);
        }

        /** Starts a tally, before the warm-up and before the measurement: no thread appends. */
        @Setup(Level.Iteration)
        public void begin() throws IOException {
            tally = new Tally(asked.deviceStat(), opened());
        }

        /**
         * Writes the figures after the measurement, not after the warm-up: no thread appends any
         * more.
         */
        @TearDown(Level.Iteration)
        public void end(IterationParams iteration) throws IOException {
            if (tally == null || iteration.getType() != IterationType.MEASUREMENT) return;
            Figures.write(asked.result(), tally.figures(latencies));
        }

        /** Closes the log, one time. */
        @TearDown(Level.Trial)
        public void close() throws Exception {
            opened().close();
        }

        /** Returns the appender of a new thread; no two append the same bytes. */
        Peer.Appender appender(Histogram latencyNanos) throws Exception {
            latencies.add(latencyNanos);
            byte[] payload = new byte[asked.bytes()];
            random.nextBytes(payload);
            return opened().appender(payload);
        }

        private Peer opened() {
            if (peer == null) throw new IllegalStateException("nothing is open");
            return peer;
        }
    }

    /** The state of each thread. */
    @State(Scope.Thread)
    public static class Line {
        private final Histogram latencyNanos = new Histogram(DIGITS);
        private Peer.Appender appender = () -> {};

        /** Opens the appender, one time. */
        @Setup(Level.Trial)
        public void open(Log log) throws Exception {
            appender = log.appender(latencyNanos);
        }

        /** Resets the latencies, before the warm-up and before the measurement. */
        @Setup(Level.Iteration)
        public void begin() {
            latencyNanos.reset();
        }
    }
}
