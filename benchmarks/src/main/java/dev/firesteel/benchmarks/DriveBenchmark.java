// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.Media;
import dev.firesteel.flash.TranslationLayer;
import dev.firesteel.flash.Victims;
import java.util.List;
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
 * Page writes a second of the drive simulator, by the way it chooses victims. What a write makes
 * the drive move is part of it: policies that move more are slower by that alone. A tenth of the
 * pages, in a stream of their own, gets nine tenths of the writes; the drive has been filled and
 * overwritten before.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class DriveBenchmark {
    private static final double HOT = 0.1;
    private static final double HOT_WRITES = 0.9;
    private static final int STREAMS = 2;

    /** One write of a page. */
    @Benchmark
    public void write(Load load) {
        load.write();
    }

    /** A drive, and where it is written next. */
    @State(Scope.Thread)
    public static class Load {
        /** As {@link Victims#of} knows them. */
        @Param({"fifo", "greedy", "cost-benefit", "10-choices", "per-stream"})
        public String victims = "";

        /** The part of the drive that it does not offer, above 0 and below 1. */
        @Param("0.11")
        public double spare;

        /** Erase blocks of the drive. */
        @Param("4096")
        public int blocks;

        /** Pages of an erase block. */
        @Param("64")
        public int pagesPerBlock;

        /** How often the drive is overwritten before anything is measured. */
        @Param("3")
        public int overwrites;

        private final SplittableRandom random = new SplittableRandom(1);
        private @Nullable TranslationLayer drive;
        private int pages;
        private int hotPages;

        /** Once. */
        @Setup(Level.Trial)
        public void fill() {
            DriveGeometry geometry = DriveGeometry.ofSpare(spare, blocks, pagesPerBlock, 1);
            pages = geometry.logicalPages();
            hotPages = (int) Math.round(HOT * pages);
            drive =
                    new TranslationLayer(
                            geometry,
                            STREAMS,
                            Victims.of(victims, shares(geometry.alpha()), 1),
                            Media.UNSEEN);
            for (int page = 0; page < pages; page++) write(page);
            for (long i = (long) overwrites * pages; i > 0; i--) write();
        }

        /** Half of the spare for each stream. */
        private static List<Double> shares(double alpha) {
            double hot = (HOT + (alpha - 1) / STREAMS) / alpha;
            return List.of(hot, 1 - hot);
        }

        void write() {
            write(
                    random.nextDouble() < HOT_WRITES
                            ? random.nextInt(hotPages)
                            : random.nextInt(hotPages, pages));
        }

        private void write(int page) {
            drive().write(page, page < hotPages ? 0 : 1);
        }

        /** What is written to. */
        TranslationLayer drive() {
            if (drive == null) throw new IllegalStateException("the drive is not filled");
            return drive;
        }
    }
}
