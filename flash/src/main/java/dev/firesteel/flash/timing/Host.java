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
    /** Requests that may be open at the last arrival, but no more than a tenth of all. */
    private static final int FEW_OPEN = 100;

    private static final double TENTH = 0.1;

    /** The part of requests that may be open at the last arrival, if there are many. */
    private static final double PART_OPEN = 0.01;

    private final TimedDevice drive;
    private final HostLoad load;
    private final SplittableRandom random;
    private Latencies reads = new Latencies();
    private Latencies writes = new Latencies();
    private Latencies flushes = new Latencies();

    /** The exact time of the last arrival, of a host with a rate. */
    private double exactArrival;

    private long arrival;
    private long firstArrival;
    private boolean isToStart = true;
    private long started;
    private long sent;
    private long completed;
    private long open;
    private int inDrive;
    private int writesSinceFlush;

    /**
     * Creates a host, which measures from the first request on.
     *
     * @param random draws the times of arrival
     */
    public Host(TimedDevice drive, HostLoad load, SplittableRandom random) {
        this.drive = drive;
        this.load = load;
        this.random = random;
        exactArrival = drive.now();
    }

    /** Measures from the next request on, and forgets the requests before it. */
    public void restart() {
        isToStart = true;
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
        if (load.flushEvery() == 0 || ++writesSinceFlush < load.flushEvery()) return;
        writesSinceFlush = 0;
        awaitPlace();
        inDrive++;
        long asked = load.isClosed() ? drive.now() : arrival;
        drive.flush(new Request(Request.Kind.FLUSH, asked));
        record();
    }

    private void awaitPlace() {
        while (inDrive == load.depth()) step();
    }

    /** Waits until the next request arrives and the drive takes it. */
    private Request arrived(Request.Kind kind) {
        if (load.isClosed()) {
            awaitPlace();
            arrival = drive.now();
        } else {
            exactArrival -=
                    Math.log(1 - random.nextDouble()) * Timing.NANOS_PER_SECOND / load.rate();
            arrival = (long) exactArrival;
            while (inDrive == load.depth() || drive.nextEvent() <= arrival) step();
            drive.advance(Math.max(arrival, drive.now()));
        }
        if (isToStart) start();
        sent++;
        inDrive++;
        double waiting = (drive.now() - arrival) * load.rate() / Timing.NANOS_PER_SECOND;
        open = inDrive + (long) waiting;
        return new Request(kind, arrival);
    }

    private void start() {
        isToStart = false;
        started = drive.now();
        firstArrival = arrival;
        sent = 0;
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

    /** Waits for all requests, and returns what was measured. */
    public Timing finish() {
        while (inDrive > 0) step();
        double few = Math.min(FEW_OPEN, TENTH * sent);
        boolean keepsUp = load.isClosed() || open <= Math.max(few, PART_OPEN * sent);
        return new Timing(reads, writes, flushes, completed, drive.now() - started, keepsUp);
    }
}
