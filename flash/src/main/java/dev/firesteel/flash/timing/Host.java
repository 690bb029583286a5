// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.SplittableRandom;

/**
 * A host that sends requests to a drive: at a rate, or as soon as the drive takes one more. It
 * advances the drive's time as far as it must.
 *
 * <p>Not safe for concurrent use.
 */
public final class Host {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The time that a drive may take for requests, in multiples of that in which they arrive. */
    private static final double KEPT_UP = 1.01;

    private final TimedDrive drive;
    private final HostLoad load;
    private final SplittableRandom random;
    private Latencies reads = new Latencies();
    private Latencies writes = new Latencies();
    private Latencies flushes = new Latencies();
    private double arrival;
    private double firstArrival;
    private boolean isBeginning = true;
    private long begun;
    private long completed;
    private int inDrive;
    private int writesSinceFlush;

    /**
     * Creates a host, which measures from now on.
     *
     * @param random draws the times of arrival
     */
    public Host(TimedDrive drive, HostLoad load, SplittableRandom random) {
        this.drive = drive;
        this.load = load;
        this.random = random;
        arrival = drive.now();
    }

    /** Forgets what was measured so far, and measures from the next request on. */
    public void begin() {
        isBeginning = true;
    }

    /** Reads pages. */
    public void read(int first, int pages) {
        drive.read(arrived(Request.Kind.READ), first, pages);
        record();
    }

    /** Writes pages, and flushes if it is time to. */
    public void write(int first, int pages, int stream) {
        drive.write(arrived(Request.Kind.WRITE), first, pages, stream);
        record();
        if (++writesSinceFlush != load.flushEvery()) return;
        writesSinceFlush = 0;
        while (inDrive == load.depth()) step();
        inDrive++;
        drive.flush(new Request(Request.Kind.FLUSH, drive.now()));
        record();
    }

    /** Waits until the next request arrives and the drive takes it. */
    private Request arrived(Request.Kind kind) {
        if (!load.isClosed())
            arrival -= Math.log(1 - random.nextDouble()) * NANOS_PER_SECOND / load.rate();
        long at = load.isClosed() ? 0 : (long) arrival;
        while (inDrive == load.depth() || drive.nextEvent() <= at) step();
        drive.advance(Math.max(at, drive.now()));
        if (load.isClosed()) arrival = drive.now();
        if (isBeginning) measure();
        inDrive++;
        return new Request(kind, (long) arrival);
    }

    private void measure() {
        isBeginning = false;
        begun = drive.now();
        firstArrival = arrival;
        completed = 0;
        reads = new Latencies();
        writes = new Latencies();
        flushes = new Latencies();
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
            if (each.arrived() >= (long) firstArrival) of(each.kind()).add(each.latency());
        }
    }

    private Latencies of(Request.Kind kind) {
        return switch (kind) {
            case READ -> reads;
            case WRITE -> writes;
            case FLUSH -> flushes;
        };
    }

    /** Waits for all requests, and returns what was measured. */
    public Timing finish() {
        while (inDrive > 0) step();
        double offered = arrival - firstArrival;
        return new Timing(
                reads,
                writes,
                flushes,
                completed,
                drive.now() - begun,
                load.isClosed() || drive.now() - firstArrival <= offered * KEPT_UP);
    }
}
