// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticLoad;
import dev.firesteel.flash.SyntheticRun;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.Request;
import dev.firesteel.flash.timing.TimedDrive;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the requests a second that a drive with a clock simulates, in a second of the machine. A
 * host keeps 64 requests of one page in the drive, uniformly at random. The garbage collection that
 * a write causes is included. The drive is filled and overwritten beforehand.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class ClockBenchmark {
    private static final int DEPTH = 64;

    /** Sends one request, when there is room for it. */
    @Benchmark
    public void request(Load load) {
        load.send();
    }

    /** A drive, and the host that uses it. */
    @State(Scope.Thread)
    public static class Load {
        /** The drive, by its name in {@link Preset#of}. */
        @Param({"slc", "mlc", "tlc", "qlc"})
        public String preset = "";

        /** The part of requests that read, 0 to 1. */
        @Param({"1.0", "0.5", "0.0"})
        public double reads;

        /** The number of times that the drive is overwritten before the measurement. */
        @Param("3")
        public int overwrites;

        private final SplittableRandom random = new SplittableRandom(1);
        private @Nullable TimedDrive drive;
        private int pages;
        private int inDrive;

        /** Fills and overwrites the drive, once. */
        @Setup(Level.Trial)
        public void fill() {
            Preset published = Preset.of(preset);
            DriveGeometry geometry =
                    DriveGeometry.ofSpare(
                            published.spare(), published.blocks(), published.pagesPerBlock(), 1);
            SyntheticRun run =
                    new SyntheticRun(
                            geometry, SyntheticLoad.UNIFORM, 1, "greedy", overwrites, 1, 1);
            pages = geometry.logicalPages();
            drive = new TimedDrive(geometry, 1, run.victimPolicy(), published.flash());
            var unused = run.prepare(drive::prepare);
        }

        void send() {
            TimedDrive drive = drive();
            while (inDrive == DEPTH) {
                drive.step();
                while (drive.poll() != null) inDrive--;
            }
            int page = random.nextInt(pages);
            inDrive++;
            if (random.nextDouble() < reads)
                drive.read(new Request(Request.Kind.READ, drive.now()), page, 1);
            else drive.write(new Request(Request.Kind.WRITE, drive.now()), page, 1, 0);
            while (drive.poll() != null) inDrive--;
        }

        private TimedDrive drive() {
            if (drive == null) throw new IllegalStateException("the drive is not filled");
            return drive;
        }
    }
}
