// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.Media;
import dev.firesteel.flash.TranslationLayer;
import dev.firesteel.flash.VictimPolicy;
import dev.firesteel.flash.Victims;
import dev.firesteel.flash.replay.SimulatedDrive.Counters;
import dev.firesteel.flash.timing.FlashSpec;
import dev.firesteel.flash.timing.HostLoad;
import dev.firesteel.flash.timing.TimedDrive;
import dev.firesteel.flash.timing.Timing;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the same trace on equal drives with different placements. The drives are filled with cold
 * data first, then the trace is repeated in laps. A lap is the number of rounds that writes the
 * drive's logical size. The run is steady once three consecutive laps have the same write
 * amplification, to 1 %; these are measured.
 *
 * @param victims a name that {@link Victims#of} accepts
 * @param filling the fraction of the drive in use at the trace's peak, including cold data; above
 *     0, at most 1
 * @param isTrimming whether deleted pages are trimmed on the drives
 * @param repeats the number of readings of the trace, the last one measured; or {@link
 *     #UNTIL_STEADY}
 * @param seed of random policies
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

    /** Repeats until the drives are steady. */
    public static final int UNTIL_STEADY = 0;

    private static final int MOST_LAPS = 40;
    private static final int MEASURED_LAPS = 3;
    private static final double SAME = 0.01;

    /** The largest part of reads beside the writes of a trace. */
    private static final double MOST_READS = 0.99;

    /** The longest write of a host, unless a page is longer. */
    private static final int REQUEST_BYTES = 128 << 10;

    /**
     * Checks the arguments.
     *
     * @throws IllegalArgumentException if one is invalid
     */
    public Simulation {
        placements = List.copyOf(placements);
        if (placements.isEmpty()) throw new IllegalArgumentException("give at least one placement");
        if (!(filling > 0 && filling <= 1))
            throw new IllegalArgumentException(
                    "the filling must be above 0 and at most 1, not " + filling);
        if (repeats < 0)
            throw new IllegalArgumentException(
                    "a trace must be read at least once, not " + repeats);
        var unused = Victims.of(victims, List.of(), seed);
        DriveGeometry geometry = drive.geometry();
        for (Placement placement : placements) geometry.requireRoomFor(placement.streams());
        geometry.requireMemory(placements.size(), false);
    }

    /**
     * Runs the simulation.
     *
     * @throws DriveFullException if the trace does not fit
     * @throws IOException if the trace cannot be read
     */
    public Result run(Trace trace) throws IOException {
        return run(trace, null).result();
    }

    /**
     * Runs the simulation, and then reads the trace for one more lap on drives with a clock. A host
     * sends its writes in their order, in requests of at most 128 KiB or a page, and between them
     * reads of single pages that were written.
     *
     * @throws ImpossibleGeometryException if the flash does not fit the drive
     * @throws DriveFullException if the trace does not fit
     * @throws IOException if the trace cannot be read
     */
    public TimedResult run(Trace trace, FlashSpec flash, HostLoad load) throws IOException {
        requireFit(flash, load);
        return run(trace, new Clock(flash, load));
    }

    /**
     * Checks that the drives can have a clock.
     *
     * @throws IllegalArgumentException if they cannot
     */
    public void requireFit(FlashSpec flash, HostLoad load) {
        if (load.reads() > MOST_READS)
            throw new IllegalArgumentException(
                    "a trace has writes: the part of reads must be at most %s, not %s"
                            .formatted(MOST_READS, load.reads()));
        DriveGeometry geometry = drive.geometry();
        geometry.requireMemory(placements.size(), true);
        for (Placement each : placements) flash.requireFit(geometry, each.streams());
    }

    /** The flash of drives with a clock, and the load. */
    private record Clock(FlashSpec flash, HostLoad load) {}

    private TimedResult run(Trace trace, @Nullable Clock clock) throws IOException {
        Survey survey =
                Survey.of(
                        trace,
                        drive.pageBytes(),
                        repeats == UNTIL_STEADY || clock != null ? Integer.MAX_VALUE : repeats);
        int pages = drive.geometry().logicalPages();
        long cold = coldPages(trace, survey, pages);
        List<SimulatedDrive> drives =
                placements.stream()
                        .map(each -> new SimulatedDrive(each, newDrive(each, survey, cold, clock)))
                        .toList();
        AddressSpace space =
                trace.isRaw()
                        ? new RawAddresses(pages, drive.pageBytes())
                        : new FileSystem(pages, drive.pageBytes(), allocation);
        Replay replay = new Replay(space, drives, drive.pageBytes(), isTrimming, trace.isRaw());
        replay.fill(cold);
        Laps laps = new Laps(trace, replay, drives, drive.pageBytes());
        if (repeats == UNTIL_STEADY) laps.runUntilSteady(pages);
        else laps.run(repeats);
        Result result = laps.result(survey, cold);
        return new TimedResult(result, clock == null ? List.of() : laps.timed(pages));
    }

    /** Returns the pages to fill first; on a raw device the trace overwrites the whole filling. */
    private long coldPages(Trace trace, Survey survey, int pages) throws DriveFullException {
        long filled = Math.round(filling * pages);
        if (trace.isRaw()) return filled;
        if (survey.peakPages() > filled)
            throw new DriveFullException(
                    ("the files of the trace need %s at their peak, and a drive of %s filled to %s"
                                    + " has %s for them: give a larger one, or more --filling")
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

    private Drive newDrive(Placement placement, Survey survey, long cold, @Nullable Clock clock) {
        DriveGeometry geometry = drive.geometry();
        List<Double> shares =
                survey.shares(placement, cold, geometry.alpha() * geometry.logicalPages());
        VictimPolicy.Factory policy = Victims.of(victims, shares, seed);
        if (clock == null)
            return new CountingDrive(
                    new TranslationLayer(geometry, placement.streams(), policy, Media.UNSEEN));
        return new ClockedDrive(
                new TimedDrive(geometry, placement.streams(), policy, clock.flash),
                clock.load,
                geometry.logicalPages(),
                Math.max(1, REQUEST_BYTES / drive.pageBytes()),
                seed);
    }

    /** Repeats the trace, and keeps the drives' counters after each lap. */
    private static final class Laps {
        private final Trace trace;
        private final Replay replay;
        private final List<SimulatedDrive> drives;
        private final int pageBytes;

        /** Counters by lap, then by drive; one more than there were laps. */
        private final List<List<Counters>> counters = new ArrayList<>();

        private final List<Integer> roundsAt = new ArrayList<>();
        private final List<Long> bytesAt = new ArrayList<>();
        private int rounds;
        private boolean isSteady;
        private int measuredFrom;

        private Laps(Trace trace, Replay replay, List<SimulatedDrive> drives, int pageBytes) {
            this.trace = trace;
            this.replay = replay;
            this.drives = drives;
            this.pageBytes = pageBytes;
            mark();
        }

        private void mark() {
            counters.add(drives.stream().map(SimulatedDrive::counters).toList());
            roundsAt.add(rounds);
            bytesAt.add(replay.writtenBytes());
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

        /** Reads the trace for one more lap, with clocks. */
        private List<Timing> timed(int pages) throws IOException {
            for (SimulatedDrive each : drives) ((ClockedDrive) each.drive()).start();
            long before = replay.hostPages();
            do round();
            while (replay.hostPages() - before < pages);
            return drives.stream().map(each -> ((ClockedDrive) each.drive()).finish()).toList();
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
                    .since(
                            counters.get(from).get(drive),
                            drives.get(drive).placement().name(),
                            bytesAt.get(to) - bytesAt.get(from),
                            pageBytes);
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
                    survey.hostBytes(),
                    survey.seconds(),
                    outcomes);
        }
    }

    /**
     * The result of a simulation.
     *
     * @param rounds the number of readings of the trace
     * @param measuredRounds the number of these, the last ones, that were measured
     * @param isSteady whether the last three laps agree; false if the number of rounds was given
     * @param isRaw whether the trace records a device's addresses
     * @param coldPages pages of cold data on the drives
     * @param peakPages the highest number of pages in use by the trace's files; for a device, up to
     *     the highest address
     * @param hostPages pages that a drive writes for one round: a page that is written in part is
     *     written whole
     * @param hostBytes bytes that one round writes; of files in whole blocks of the file system
     * @param seconds the duration of the trace; 0 if it has no times
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
            long hostBytes,
            double seconds,
            List<DriveOutcome> drives) {}

    /**
     * The result of a simulation with clocks.
     *
     * @param timings of the last lap, in the order of the placements
     */
    public record TimedResult(Result result, List<Timing> timings) {}
}
