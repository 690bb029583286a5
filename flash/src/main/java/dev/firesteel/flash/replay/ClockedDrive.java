// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.timing.Host;
import dev.firesteel.flash.timing.HostLoad;
import dev.firesteel.flash.timing.TimedDrive;
import dev.firesteel.flash.timing.Timing;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A drive with a clock. It is written in no time until {@link #start}. Then a host sends the writes
 * of the trace, and between them reads of single pages in use, drawn at random.
 */
final class ClockedDrive implements Drive {
    /** Attempts to draw a page in use. */
    private static final int MOST_DRAWS = 1_000;

    private final TimedDrive drive;
    private final HostLoad load;
    private final int logicalPages;
    private final int mostPages;
    private final SplittableRandom random;
    private @Nullable Host host;

    /** Pages to read for those written, less those read. */
    private double owed;

    /**
     * Creates a drive on which nothing takes time yet.
     *
     * @param mostPages pages of the longest request
     */
    ClockedDrive(TimedDrive drive, HostLoad load, int logicalPages, int mostPages, long seed) {
        this.drive = drive;
        this.load = load;
        this.logicalPages = logicalPages;
        this.mostPages = mostPages;
        random = new SplittableRandom(seed);
    }

    /** Starts the clock. */
    void start() {
        host = new Host(drive, load, random.split());
    }

    /** Waits for all requests, and returns what was measured since the start. */
    Timing finish() {
        if (host == null) throw new IllegalStateException("the clock was not started");
        return host.finish();
    }

    @Override
    public void write(int first, int pages, int stream) {
        if (host == null)
            for (int page = first; page < first + pages; page++) drive.prepare(page, stream);
        else
            for (int done = 0; done < pages; done += mostPages) {
                int length = Math.min(mostPages, pages - done);
                host.write(first + done, length, stream);
                read(host, length);
            }
    }

    private void read(Host sender, int written) {
        for (owed += written * load.reads() / (1 - load.reads()); owed >= 1; owed--) {
            int page = random.nextInt(logicalPages);
            for (int i = 0; i < MOST_DRAWS && !drive.isWritten(page); i++)
                page = random.nextInt(logicalPages);
            sender.read(page, 1);
        }
    }

    @Override
    public void trim(int first, int pages) {
        drive.trim(first, pages);
    }

    @Override
    public long hostWrites() {
        return drive.hostWrites();
    }

    @Override
    public long moves() {
        return drive.moves();
    }

    @Override
    public int[] erases() {
        return drive.erases();
    }
}
