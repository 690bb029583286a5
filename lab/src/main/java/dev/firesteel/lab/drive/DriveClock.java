// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.timing.Request;
import dev.firesteel.flash.timing.TimedDevice;
import dev.firesteel.lab.fuse.FuseRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the kernel's requests for as long as a model of a drive takes for them. For one thread.
 *
 * <p>The model's time is that of this machine, divided by the dilation. It is advanced whenever
 * this object is called.
 */
final class DriveClock {
    private final TimedDevice device;
    private final double dilation;
    private final LongSupplier nanos;
    private final long started;
    private final Map<Request, Held> held = new HashMap<>();
    private final DriveTimes times;

    /**
     * Starts a clock.
     *
     * @param nanos a clock of this machine in nanoseconds, of any origin
     */
    DriveClock(TimedDevice device, double dilation, LongSupplier nanos) {
        this.device = device;
        this.dilation = dilation;
        this.nanos = nanos;
        this.started = nanos.getAsLong();
        this.times = new DriveTimes(device);
    }

    /** A request of the kernel, and how many of the drive's it still waits for. */
    private static final class Held {
        private final FuseRequest request;
        private int missing;

        private Held(FuseRequest request, int missing) {
            this.request = request;
            this.missing = missing;
        }
    }

    /** Takes a request for a drive, which must stay valid. */
    void add(FuseRequest request) {
        if (kind(request) == Request.Kind.FLUSH) {
            add(request, List.of(), 0);
            return;
        }
        long first = request.offset() / DriveModel.PAGE_BYTES;
        long end = request.offset() + request.size() + DriveModel.PAGE_BYTES - 1;
        int pages = (int) (end / DriveModel.PAGE_BYTES - first);
        add(request, List.of(new PageRun((int) first, pages)), 0);
    }

    /**
     * Takes a request, which must stay valid.
     *
     * @param runs its pages on the drive, at least one run; ignored for a flush
     * @param stream the stream of a write
     */
    void add(FuseRequest request, List<PageRun> runs, int stream) {
        advance();
        Request.Kind kind = kind(request);
        Held holding = new Held(request, kind == Request.Kind.FLUSH ? 1 : runs.size());
        if (kind == Request.Kind.FLUSH) device.flush(make(kind, holding));
        else
            for (PageRun run : runs) {
                Request made = make(kind, holding);
                if (kind == Request.Kind.READ) device.read(made, run.first(), run.pages());
                else device.write(made, run.first(), run.pages(), stream);
            }
    }

    private Request make(Request.Kind kind, Held holding) {
        Request made = new Request(kind, device.now());
        held.put(made, holding);
        return made;
    }

    private static Request.Kind kind(FuseRequest request) {
        return switch (request.operation()) {
            case FuseRequest.READ -> Request.Kind.READ;
            case FuseRequest.WRITE -> Request.Kind.WRITE;
            default -> Request.Kind.FLUSH;
        };
    }

    /** Takes the pages that lie within a range of bytes as no longer needed. */
    void trim(long offset, long bytes) {
        advance();
        long first = (offset + DriveModel.PAGE_BYTES - 1) / DriveModel.PAGE_BYTES;
        long end = Math.min((offset + bytes) / DriveModel.PAGE_BYTES, device.pages());
        if (end > first) device.trim((int) first, (int) (end - first));
    }

    /** Takes pages as no longer needed. */
    void trim(PageRun run) {
        advance();
        device.trim(run.first(), run.pages());
    }

    /** Takes the next request that the drive has completed; null if there is none yet. */
    @Nullable FuseRequest poll() {
        advance();
        for (Request done = device.poll(); done != null; done = device.poll()) {
            Held holding = Objects.requireNonNull(held.remove(done));
            if (--holding.missing > 0) continue;
            long due = started + (long) ((done.arrived() + done.latency()) * dilation);
            times.add(done, nanos.getAsLong() - due);
            return holding.request;
        }
        return null;
    }

    /** Returns the time until {@link #poll} may return a request; the largest if none is held. */
    long nanosToNext() {
        long next = device.nextEvent();
        return next == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(0, started + (long) (next * dilation) - nanos.getAsLong());
    }

    /** Returns the requests that the drive has not completed. */
    Collection<FuseRequest> held() {
        return held.values().stream().map(each -> each.request).distinct().toList();
    }

    /** Returns what was measured since the start. */
    LiveReport.Live report(String name) {
        return times.report(name, dilation);
    }

    private void advance() {
        long now = (long) ((nanos.getAsLong() - started) / dilation);
        while (device.nextEvent() <= now) device.step();
        device.advance(now);
    }
}
