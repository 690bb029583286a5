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
 * Measures page writes a second of the drive simulator, by its policy for choosing victims. The
 * page moves that a write causes are included: policies that move more are slower by that alone. A
 * tenth of the pages, in a stream of their own, gets nine tenths of the writes. The drive is filled
 * and overwritten beforehand.
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

    /** Writes one page. */
    @Benchmark
    public void write(Load load) {
        load.write();
    }

    /** A drive, and the pattern of its writes. */
    @State(Scope.Thread)
    public static class Load {
        /** The policy, by its name in {@link Victims#of}. */
        @Param({"fifo", "greedy", "cost-benefit", "10-choices", "per-stream"})
        public String victims = "";

        /** The part of the drive that is spare (over-provisioned), above 0 and below 1. */
        @Param("0.11")
        public double spare;

        /** The number of erase blocks of the drive. */
        @Param("4096")
        public int blocks;

        /** The number of pages of an erase block. */
        @Param("64")
        public int pagesPerBlock;

        /** The number of times that the drive is overwritten before the measurement. */
        @Param("3")
        public int overwrites;

        private final SplittableRandom random = new SplittableRandom(1);
        private @Nullable TranslationLayer drive;
        private int pages;
        private int hotPages;

        /** Fills and overwrites the drive, once. */
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

        /** Returns the share of each stream: its pages, and half of the spare. */
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

        /** Returns the drive. */
        TranslationLayer drive() {
            if (drive == null) throw new IllegalStateException("the drive is not filled");
            return drive;
        }
    }
}
