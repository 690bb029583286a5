// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.Media;
import dev.firesteel.flash.TranslationLayer;
import dev.firesteel.flash.Victims;
import dev.firesteel.flash.replay.SimulatedDrive.Counters;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The same trace on drives that are alike, but for how they place what is written. They are filled
 * with cold data first. Then the trace is repeated, a lap being as many rounds as it takes to write
 * as many pages as the drive offers, until three laps that follow each other have the same write
 * amplification; these three are what is measured.
 *
 * @param victims a name that {@link Victims#of} knows
 * @param filling the part of what the drive offers that is in use at the trace's peak, cold data
 *     included; above 0, at most 1
 * @param isTrimming whether the drives are told what is deleted
 * @param repeats how often the trace is read, the last time being measured; {@link #UNTIL_STEADY}
 * @param seed of policies that draw
 */
public record Simulation(
        DriveSpec drive,
        List<Placement> placements,
        String victims,
        double filling,
        boolean isTrimming,
        Allocation allocation,
        int repeats,
        long seed) {

    /** As often as it takes. */
    public static final int UNTIL_STEADY = 0;

    private static final int MOST_LAPS = 40;
    private static final int MEASURED_LAPS = 3;
    private static final double SAME = 0.01;

    /**
     * Bytes that the simulation of a page takes, rounded up: two places, a sign that it is used.
     */
    private static final double BYTES_PER_PAGE = 9;

    /**
     * Checks what was given.
     *
     * @throws IllegalArgumentException if it cannot be
     */
    public Simulation {
        placements = List.copyOf(placements);
        if (placements.isEmpty())
            throw new IllegalArgumentException("at least one placement must be named");
        if (!(filling > 0 && filling <= 1))
            throw new IllegalArgumentException(
                    "the filling must be above 0 and at most 1, not " + filling);
        if (repeats < 0)
            throw new IllegalArgumentException("a trace is read at least once, not " + repeats);
        var unused = Victims.of(victims, List.of(), seed);
        DriveGeometry geometry = drive.geometry();
        for (Placement placement : placements) geometry.requireRoomFor(placement.streams());
        requireMemory(geometry, placements.size());
    }

    private static void requireMemory(DriveGeometry geometry, int drives) {
        double pages = (double) geometry.blocks() * geometry.pagesPerBlock();
        double needed = pages * BYTES_PER_PAGE * drives;
        long most = Runtime.getRuntime().maxMemory();
        if (needed > 0.9 * most)
            throw new ImpossibleGeometryException(
                    "%d drives of %,.0f pages take %s of memory, and this program has %s: take larger pages, or fewer streams at a time"
                            .formatted(drives, pages, Bytes.text((long) needed), Bytes.text(most)));
    }

    /**
     * Reads the trace, some times.
     *
     * @throws DriveFullException if it does not fit
     * @throws IOException if it cannot be read
     */
    public Result run(Trace trace) throws IOException {
        Survey survey =
                Survey.of(
                        trace,
                        drive.pageBytes(),
                        repeats == UNTIL_STEADY ? Integer.MAX_VALUE : repeats);
        return run(trace, survey);
    }

    private Result run(Trace trace, Survey survey) throws IOException {
        int pages = drive.geometry().logicalPages();
        long cold = coldPages(trace, survey, pages);
        List<SimulatedDrive> drives =
                placements.stream().map(each -> newDrive(each, survey, cold)).toList();
        AddressSpace space =
                trace.isRaw()
                        ? new RawAddresses(pages, drive.pageBytes())
                        : new FileSystem(pages, drive.pageBytes(), allocation);
        Replay replay = new Replay(space, drives, drive.pageBytes(), isTrimming, trace.isRaw());
        replay.fill(cold);
        Laps laps = new Laps(trace, replay, drives);
        if (repeats == UNTIL_STEADY) laps.runUntilSteady(pages);
        else laps.run(repeats);
        return laps.result(survey, cold);
    }

    /** Of a raw device all that is said to be in use is written first, and the trace over it. */
    private long coldPages(Trace trace, Survey survey, int pages) throws DriveFullException {
        long filled = Math.round(filling * pages);
        if (trace.isRaw()) return filled;
        if (survey.peakPages() > filled)
            throw new DriveFullException(
                    "the files of the trace take %s at their peak, and a drive of %s filled to %s has %s for them: take a larger one, or more --filling"
                            .formatted(
                                    bytes(survey.peakPages()),
                                    bytes(pages),
                                    filling,
                                    bytes(filled)));
        return filled - survey.peakPages();
    }

    private String bytes(long pages) {
        return Bytes.text(pages * drive.pageBytes());
    }

    private SimulatedDrive newDrive(Placement placement, Survey survey, long cold) {
        DriveGeometry geometry = drive.geometry();
        List<Double> shares =
                survey.shares(placement, cold, geometry.alpha() * geometry.logicalPages());
        return new SimulatedDrive(
                placement,
                new TranslationLayer(
                        geometry,
                        placement.streams(),
                        Victims.of(victims, shares, seed),
                        Media.UNSEEN));
    }

    /** Reads the trace again and again, and keeps what the drives had done after each lap. */
    private static final class Laps {
        private final Trace trace;
        private final Replay replay;
        private final List<SimulatedDrive> drives;

        /** By lap, then by drive; one more than laps were run. */
        private final List<List<Counters>> counters = new ArrayList<>();

        private final List<Integer> roundsAt = new ArrayList<>();
        private int rounds;
        private boolean isSteady;
        private int measuredFrom;

        private Laps(Trace trace, Replay replay, List<SimulatedDrive> drives) {
            this.trace = trace;
            this.replay = replay;
            this.drives = drives;
            mark();
        }

        private void mark() {
            counters.add(drives.stream().map(SimulatedDrive::counters).toList());
            roundsAt.add(rounds);
        }

        private void round() throws IOException {
            replay.beginRound();
            trace.read(replay);
            rounds++;
        }

        private void run(int times) throws IOException {
            for (int i = 1; i < times; i++) round();
            measuredFrom = counters.size();
            mark();
            round();
            mark();
        }

        private void runUntilSteady(int pages) throws IOException {
            for (int lap = 1; lap <= MOST_LAPS && !isSteady; lap++) {
                long before = replay.hostPages();
                do round();
                while (replay.hostPages() - before < pages);
                mark();
                isSteady = lap > MEASURED_LAPS && isSame(lap);
                measuredFrom = Math.max(0, lap - MEASURED_LAPS);
            }
        }

        private boolean isSame(int lastLap) {
            for (int drive = 0; drive < drives.size(); drive++) {
                double least = Double.POSITIVE_INFINITY;
                double most = 0;
                for (int lap = lastLap - MEASURED_LAPS + 1; lap <= lastLap; lap++) {
                    double now = outcome(drive, lap - 1, lap).writeAmplification();
                    least = Math.min(least, now);
                    most = Math.max(most, now);
                }
                if (most > least * (1 + SAME)) return false;
            }
            return true;
        }

        private DriveOutcome outcome(int drive, int from, int to) {
            return counters.get(to)
                    .get(drive)
                    .since(counters.get(from).get(drive), drives.get(drive).placement().name());
        }

        private Result result(Survey survey, long cold) {
            List<DriveOutcome> outcomes = new ArrayList<>();
            int last = counters.size() - 1;
            for (int drive = 0; drive < drives.size(); drive++)
                outcomes.add(outcome(drive, measuredFrom, last));
            return new Result(
                    rounds,
                    rounds - roundsAt.get(measuredFrom),
                    isSteady,
                    trace.isRaw(),
                    cold,
                    survey.peakPages(),
                    survey.hostPages(),
                    survey.seconds(),
                    outcomes);
        }
    }

    /**
     * What was seen.
     *
     * @param rounds how often the trace was read
     * @param measuredRounds how many of these, the last ones, were measured
     * @param isSteady whether the drives did the same in the last three laps; not looked at where
     *     the number of rounds was given
     * @param isRaw whether the trace tells of a device's addresses
     * @param coldPages that the drives were filled with
     * @param peakPages the most pages that the trace's files had at a time; of a device, up to the
     *     highest address
     * @param hostPages that one round writes
     * @param seconds that the trace lasts
     * @param drives in the order of the placements
     */
    public record Result(
            int rounds,
            int measuredRounds,
            boolean isSteady,
            boolean isRaw,
            long coldPages,
            long peakPages,
            long hostPages,
            double seconds,
            List<DriveOutcome> drives) {}
}
