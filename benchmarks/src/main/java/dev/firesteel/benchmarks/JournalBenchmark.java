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
 * Durable appends. JMH makes the threads and counts; latencies and what went to the drive are ours.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class JournalBenchmark {
    private static final int DIGITS = 3;

    /** One append. */
    @Benchmark
    public void append(Line line) throws Exception {
        long start = System.nanoTime(); // owns clock
        line.appender.append();
        line.latencyNanos.recordValue(System.nanoTime() - start); // owns clock
    }

    /** What all threads share. */
    @State(Scope.Benchmark)
    public static class Log {
        /** A {@link Request} as text: JMH makes this object. */
        @Param("")
        public String request = "";

        private final Random random = new Random(1);
        private final List<Histogram> latencies = new CopyOnWriteArrayList<>();
        private Request asked = Request.NOTHING;
        private @Nullable Peer peer;
        private @Nullable Tally tally;

        /** Once. */
        @Setup(Level.Trial)
        public void open() throws Exception {
            asked = Request.parse(request);
            peer = Peers.open(asked);
        }

        /** Before the warm-up, and before the measurement: no thread appends. */
        @Setup(Level.Iteration)
        public void begin() throws IOException {
            tally = new Tally(asked.deviceStat(), opened());
        }

        /** After the warm-up, and after the measurement: no thread appends any more. */
        @TearDown(Level.Iteration)
        public void end(IterationParams iteration) throws IOException {
            if (tally == null || iteration.getType() != IterationType.MEASUREMENT) return;
            Figures.write(asked.result(), tally.figures(latencies));
        }

        /** Once. */
        @TearDown(Level.Trial)
        public void close() throws Exception {
            opened().close();
        }

        /** For a thread that starts; no two append the same. */
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

    /** What each thread has for itself. */
    @State(Scope.Thread)
    public static class Line {
        private final Histogram latencyNanos = new Histogram(DIGITS);
        private Peer.Appender appender = () -> {};

        /** Once. */
        @Setup(Level.Trial)
        public void open(Log log) throws Exception {
            appender = log.appender(latencyNanos);
        }

        /** Before the warm-up, and before the measurement. */
        @Setup(Level.Iteration)
        public void begin() {
            latencyNanos.reset();
        }
    }
}
