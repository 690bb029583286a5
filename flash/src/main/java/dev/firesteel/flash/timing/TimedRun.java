// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.SyntheticRun;
import java.util.SplittableRandom;

/**
 * A run of a drive with a clock under a synthetic load. The drive is filled and overwritten in no
 * time first, as {@link SyntheticRun} does. Then the host makes as many requests as the drive has
 * pages, times {@link SyntheticRun#measured}. The first tenth of them is not measured.
 */
public record TimedRun(SyntheticRun run, FlashSpec flash, HostLoad host) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int RUN_IN = 10;

    /** The time that a drive may take for requests, in multiples of that in which they arrive. */
    private static final double KEPT_UP = 1.01;

    /**
     * Checks that the drive is possible.
     *
     * @throws dev.firesteel.flash.ImpossibleGeometryException if it is not
     */
    public TimedRun {
        flash.layout().requireEvenSpread(run.geometry());
        flash.cache().requireRoomFor(flash.layout(), run.streams());
    }

    /** Runs the drive, and returns its results during the measurement. */
    public Outcome result() {
        TimedDrive drive = new TimedDrive(run.geometry(), run.streams(), run.victimPolicy(), flash);
        return new Loop(drive, run.prepare(drive::prepare)).outcome();
    }

    /** The state of a run. */
    private final class Loop {
        private final TimedDrive drive;
        private final SplittableRandom random;
        private final Latencies reads = new Latencies();
        private final Latencies writes = new Latencies();
        private final Latencies flushes = new Latencies();
        private long begun;
        private long firstArrival = Long.MAX_VALUE;
        private long completed;
        private long hostWritesBefore;
        private long movesBefore;
        private double arrival;
        private int inDrive;
        private int writesSinceFlush;

        Loop(TimedDrive drive, SplittableRandom random) {
            this.drive = drive;
            this.random = random;
        }

        Outcome outcome() {
            long requests = (long) run.geometry().logicalPages() * run.measured();
            long runIn = requests / RUN_IN;
            for (long made = 0; made < requests; made++) {
                long at = nextArrival();
                while (inDrive == host.depth() || drive.nextEvent() <= at) step();
                drive.advance(Math.max(at, drive.now()));
                long arrived = host.isClosed() ? drive.now() : at;
                if (made == runIn) begin(arrived);
                send(arrived);
            }
            while (inDrive > 0) step();
            return new Outcome(
                    reads,
                    writes,
                    flushes,
                    completed,
                    drive.now() - begun,
                    new SyntheticRun.Outcome(
                            drive.hostWrites() - hostWritesBefore, drive.moves() - movesBefore),
                    isKeptUp());
        }

        private boolean isKeptUp() {
            double offered = arrival - firstArrival;
            return host.isClosed() || drive.now() - firstArrival <= offered * KEPT_UP;
        }

        /** Returns the time of the next arrival; 0 for a host that waits for the drive. */
        private long nextArrival() {
            if (host.isClosed()) return 0;
            arrival -= Math.log(1 - random.nextDouble()) * NANOS_PER_SECOND / host.rate();
            return (long) arrival;
        }

        private void begin(long arrived) {
            begun = drive.now();
            firstArrival = arrived;
            completed = 0;
            hostWritesBefore = drive.hostWrites();
            movesBefore = drive.moves();
        }

        private void send(long arrived) {
            int page = run.draw(random);
            inDrive++;
            if (random.nextDouble() < host.reads())
                drive.read(new Request(Request.Kind.READ, arrived), page, 1);
            else {
                Request request = new Request(Request.Kind.WRITE, arrived);
                drive.write(request, page, 1, run.streamOf(page));
                if (++writesSinceFlush == host.flushEvery()) flush();
            }
            record();
        }

        private void flush() {
            writesSinceFlush = 0;
            record();
            while (inDrive == host.depth()) step();
            inDrive++;
            drive.flush(new Request(Request.Kind.FLUSH, drive.now()));
        }

        private void step() {
            if (drive.nextEvent() == Long.MAX_VALUE)
                throw new IllegalStateException(inDrive + " requests wait, and the drive is idle");
            drive.step();
            record();
        }

        private void record() {
            for (Request each = drive.poll(); each != null; each = drive.poll()) {
                inDrive--;
                if (each.kind() != Request.Kind.FLUSH) completed++;
                if (each.arrived() >= firstArrival) of(each.kind()).add(each.latency());
            }
        }

        private Latencies of(Request.Kind kind) {
            return switch (kind) {
                case READ -> reads;
                case WRITE -> writes;
                case FLUSH -> flushes;
            };
        }
    }

    /**
     * Results of the measurement.
     *
     * @param reads latencies of the reads that arrived during it; likewise writes and flushes
     * @param completed reads and writes that completed during it
     * @param nanos its length
     * @param pages written and moved during it
     * @param keepsUp whether the drive completed requests as fast as the host made them, to 1 %
     */
    public record Outcome(
            Latencies reads,
            Latencies writes,
            Latencies flushes,
            long completed,
            long nanos,
            SyntheticRun.Outcome pages,
            boolean keepsUp) {

        /** Returns the reads and writes that completed per second of the drive's time. */
        public double opsPerSecond() {
            return completed * NANOS_PER_SECOND / nanos;
        }
    }
}
