// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.SyntheticRun;
import java.util.SplittableRandom;

/**
 * A run of a drive with a clock under a synthetic load. The drive is filled and overwritten in no
 * time first, as {@link SyntheticRun} does. Then the host makes as many requests as the drive has
 * pages, times {@link SyntheticRun#measured}. The first tenth of them is not measured.
 */
public record TimedRun(SyntheticRun run, FlashSpec flash, HostLoad load) {
    private static final int RUN_IN = 10;

    /**
     * Checks that the drive is possible.
     *
     * @throws dev.firesteel.flash.ImpossibleGeometryException if it is not
     */
    public TimedRun {
        flash.requireFit(run.geometry(), run.streams());
        run.geometry().requireMemory(1, true);
    }

    /** Runs the drive, and returns its results during the measurement. */
    public Outcome result() {
        TimedDrive drive = new TimedDrive(run.geometry(), run.streams(), run.victimPolicy(), flash);
        SplittableRandom random = run.prepare(drive::prepare);
        Host host = new Host(drive, load, random);
        long requests = (long) run.geometry().logicalPages() * run.measured();
        long runIn = requests / RUN_IN;
        send(host, random, runIn);
        host.restart();
        long hostWrites = drive.hostWrites();
        long moves = drive.moves();
        send(host, random, requests - runIn);
        Timing timing = host.finish();
        return new Outcome(
                timing,
                new SyntheticRun.Outcome(drive.hostWrites() - hostWrites, drive.moves() - moves));
    }

    private void send(Host host, SplittableRandom random, long requests) {
        for (long made = 0; made < requests; made++) {
            int page = run.draw(random);
            if (random.nextDouble() < load.reads()) host.read(page, 1);
            else host.write(page, 1, run.streamOf(page));
        }
    }

    /**
     * Results of the measurement.
     *
     * @param pages that were written and moved
     */
    public record Outcome(Timing timing, SyntheticRun.Outcome pages) {}
}
