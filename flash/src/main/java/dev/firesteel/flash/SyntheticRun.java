// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A run of a drive under a {@link SyntheticLoad}. It is filled once in page order, then overwritten
 * until steady, and then measured.
 *
 * @param streams 1, or 2: hot and cold pages
 * @param victims a name that {@link Victims#of} accepts
 * @param warmUp writes before the measurement, in multiples of the drive's logical pages
 * @param measured writes during the measurement, in the same unit
 * @param seed of the load, and of random policies
 */
public record SyntheticRun(
        DriveGeometry geometry,
        SyntheticLoad load,
        int streams,
        String victims,
        int warmUp,
        int measured,
        long seed) {

    /**
     * Checks the arguments.
     *
     * @throws IllegalArgumentException if the policy or the number of streams is invalid
     * @throws ImpossibleGeometryException if the geometry leaves no spare with these streams
     */
    public SyntheticRun {
        if (streams < 1 || streams > 2)
            throw new IllegalArgumentException("streams must be 1 or 2, not " + streams);
        if (streams == 2 && load.isUniform())
            throw new IllegalArgumentException(
                    "two streams need hot and cold pages: a uniform load has one kind");
        if (warmUp < 1 || measured < 1)
            throw new IllegalArgumentException(
                    "warm-up and measurement must be at least 1, not "
                            + warmUp
                            + " and "
                            + measured);
        int hot = load.hotPages(geometry.logicalPages());
        if (hot == 0 || hot == geometry.logicalPages())
            throw new IllegalArgumentException(
                    "of " + geometry.logicalPages() + " pages " + hot + " would be hot");
        var unused = Victims.of(victims, List.of(), seed);
        geometry.requireRoomFor(streams);
        geometry.requireMemory(1, false);
    }

    /** Receives the writes of a load. */
    @FunctionalInterface
    public interface Target {
        /** Writes a page to a stream. */
        void write(int page, int stream);
    }

    /** Runs the drive and returns its counts during the measurement. */
    public Outcome run() {
        TranslationLayer drive =
                new TranslationLayer(geometry, streams, victimPolicy(), Media.UNSEEN);
        SplittableRandom random = prepare(drive::write);
        long host = drive.hostWrites();
        long moves = drive.moves();
        write(drive::write, random, (long) geometry.logicalPages() * measured);
        return new Outcome(drive.hostWrites() - host, drive.moves() - moves);
    }

    /**
     * Fills a drive, and overwrites it until it is steady.
     *
     * @return the source of the pages that come next
     */
    public SplittableRandom prepare(Target drive) {
        int pages = geometry.logicalPages();
        for (int page = 0; page < pages; page++) drive.write(page, streamOf(page));
        SplittableRandom random = new SplittableRandom(seed);
        write(drive, random, (long) pages * warmUp);
        return random;
    }

    private void write(Target drive, SplittableRandom random, long writes) {
        int pages = geometry.logicalPages();
        int hot = load.hotPages(pages);
        for (long i = 0; i < writes; i++) {
            int page = load.next(random, pages, hot);
            drive.write(page, streamOf(page, hot));
        }
    }

    /** Draws the next page of the load. */
    public int draw(SplittableRandom random) {
        int pages = geometry.logicalPages();
        return load.next(random, pages, load.hotPages(pages));
    }

    /** Returns the stream of a page: of two, hot pages have the first. */
    public int streamOf(int page) {
        return streamOf(page, load.hotPages(geometry.logicalPages()));
    }

    private int streamOf(int page, int hot) {
        return streams == 1 || page < hot ? 0 : 1;
    }

    /** Returns the policy that chooses victims. */
    public VictimPolicy.Factory victimPolicy() {
        return Victims.of(victims, shares(), seed);
    }

    /** Returns the optimal shares of the hot and the cold stream, as fractions of all blocks. */
    private List<Double> shares() {
        if (streams == 1) return List.of(1.0);
        double share = separation().hotShareOfSpare();
        double alpha = geometry.alpha();
        double hot = (share * (alpha - 1) + load.fraction()) / alpha;
        return List.of(hot, 1 - hot);
    }

    private ClosedForm.Separation separation() {
        return ClosedForm.separated(
                geometry.alpha(), geometry.pagesPerBlock(), load.fraction(), load.rate());
    }

    /**
     * Returns the write amplification expected in theory, exact or a lower bound.
     *
     * @return {@link Expectation#NONE} where no closed form is known
     */
    public Expectation expectation() {
        double alpha = geometry.alpha();
        if (streams == 2)
            return new Expectation(
                    Expectation.Kind.LOWER_BOUND,
                    separation().writeAmplification(),
                    "hot and cold separate, spare divided optimally (Desnoyers 2012)");
        if (victims.equalsIgnoreCase("fifo"))
            return new Expectation(
                    Expectation.Kind.EXACT,
                    ClosedForm.hotColdFifo(alpha, load.fraction(), load.rate()),
                    (load.isUniform() ? "uniform" : "hot and cold in one block")
                            + ", the oldest block first (Desnoyers 2012)");
        if (victims.equalsIgnoreCase("greedy") && load.isUniform())
            return new Expectation(
                    Expectation.Kind.EXACT,
                    ClosedForm.uniformGreedy(alpha, geometry.pagesPerBlock()),
                    "uniform, greedy, in the limit of many blocks");
        return Expectation.NONE;
    }

    /**
     * Counts of the measurement.
     *
     * @param hostWrites pages written by the host
     * @param moves pages moved by the drive
     */
    public record Outcome(long hostWrites, long moves) {
        /**
         * Returns the pages written to flash for each page written by the host: at least 1, or NaN
         * if the host wrote none.
         */
        public double writeAmplification() {
            return (double) (hostWrites + moves) / hostWrites;
        }
    }

    /**
     * The write amplification expected in theory.
     *
     * @param writeAmplification NaN if unknown
     * @param source of the formula, for display
     */
    public record Expectation(Kind kind, double writeAmplification, String source) {
        /** The value where no closed form is known. */
        public static final Expectation NONE =
                new Expectation(Kind.UNKNOWN, Double.NaN, "none is known for these options");

        /** The relation of a formula to a measurement. */
        public enum Kind {
            /** They should be equal. */
            EXACT("closed form"),
            /** The measurement cannot be lower. */
            LOWER_BOUND("lower bound"),
            /** No formula is known. */
            UNKNOWN("none");

            private final String label;

            Kind(String label) {
                this.label = label;
            }

            @Override
            public String toString() {
                return label;
            }
        }
    }
}
