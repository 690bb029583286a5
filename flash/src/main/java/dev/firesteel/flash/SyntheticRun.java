// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A drive under a {@link SyntheticLoad}: it is filled once, from its first page to its last, then
 * overwritten until what it does no longer changes, and measured after that.
 *
 * @param streams 1, or 2: hot pages and cold ones
 * @param victims a name that {@link Victims#of} knows
 * @param warmUp how often as many pages as the drive offers are written before it is measured
 * @param measured how often as many pages are written while it is
 * @param seed of the load, and of policies that draw
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
     * Checks what was given.
     *
     * @throws IllegalArgumentException if there is no such policy, or no use in so many streams
     * @throws ImpossibleGeometryException if the geometry leaves no spare with so many streams
     */
    public SyntheticRun {
        if (streams < 1 || streams > 2)
            throw new IllegalArgumentException("streams must be 1 or 2, not " + streams);
        if (streams == 2 && load.isUniform())
            throw new IllegalArgumentException(
                    "two streams are for hot and cold pages: a uniform load has one kind");
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
    }

    /** What the drive did while it was measured. */
    public Outcome run() {
        TranslationLayer drive =
                new TranslationLayer(
                        geometry, streams, Victims.of(victims, shares(), seed), Media.UNSEEN);
        int pages = geometry.logicalPages();
        int hot = load.hotPages(pages);
        for (int page = 0; page < pages; page++) write(drive, page, hot);
        SplittableRandom random = new SplittableRandom(seed);
        write(drive, random, (long) pages * warmUp);
        long host = drive.hostWrites();
        long moves = drive.moves();
        write(drive, random, (long) pages * measured);
        return new Outcome(drive.hostWrites() - host, drive.moves() - moves);
    }

    private void write(TranslationLayer drive, SplittableRandom random, long writes) {
        int pages = geometry.logicalPages();
        int hot = load.hotPages(pages);
        for (long i = 0; i < writes; i++) write(drive, load.next(random, pages, hot), hot);
    }

    private void write(TranslationLayer drive, int page, int hot) {
        drive.write(page, streams == 1 || page < hot ? 0 : 1);
    }

    /** Of all blocks, what the hot stream and the cold one do best with. */
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
     * What theory expects of this run, or the least that it allows.
     *
     * @return {@link Expectation#NONE} where no closed form is known
     */
    public Expectation expectation() {
        double alpha = geometry.alpha();
        if (streams == 2)
            return new Expectation(
                    Expectation.Kind.LOWER_BOUND,
                    separation().writeAmplification(),
                    "hot and cold apart, spare divided as is best (Desnoyers 2012)");
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
                    "uniform, greedy, very many blocks");
        return Expectation.NONE;
    }

    /**
     * What was counted.
     *
     * @param hostWrites pages that the host has written
     * @param moves pages that the drive has moved
     */
    public record Outcome(long hostWrites, long moves) {
        /** Pages written to flash for each that the host has written; at least 1. */
        public double writeAmplification() {
            return (double) (hostWrites + moves) / hostWrites;
        }
    }

    /**
     * What theory says.
     *
     * @param writeAmplification NaN if it says nothing
     * @param source of the formula, for people
     */
    public record Expectation(Kind kind, double writeAmplification, String source) {
        /** No closed form is known. */
        public static final Expectation NONE =
                new Expectation(Kind.UNKNOWN, Double.NaN, "none is known for this");

        /** What a formula is to a measurement. */
        public enum Kind {
            /** It should be equal. */
            EXACT("closed form"),
            /** It cannot be less. */
            LOWER_BOUND("lower bound"),
            /** There is no formula. */
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
