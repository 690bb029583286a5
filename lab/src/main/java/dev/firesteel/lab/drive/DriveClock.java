// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.timing.Request;
import dev.firesteel.flash.timing.TimedDevice;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
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
    private final Map<Request, FuseRequest> held = new HashMap<>();
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

    /** Takes a request, which must stay valid. */
    void add(FuseRequest request) {
        advance();
        Request made = new Request(kind(request), device.now());
        held.put(made, request);
        switch (made.kind()) {
            case READ -> device.read(made, first(request), pages(request));
            case WRITE -> device.write(made, first(request), pages(request), 0);
            case FLUSH -> device.flush(made);
        }
    }

    private static int first(FuseRequest request) {
        return (int) (request.offset() / DriveModel.PAGE_BYTES);
    }

    private static int pages(FuseRequest request) {
        long end = request.offset() + request.size() + DriveModel.PAGE_BYTES - 1;
        return (int) (end / DriveModel.PAGE_BYTES) - first(request);
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

    /** Takes the next request that the drive has completed; null if there is none yet. */
    @Nullable FuseRequest poll() {
        advance();
        Request done = device.poll();
        if (done == null) return null;
        long due = started + (long) ((done.arrived() + done.latency()) * dilation);
        times.add(done, nanos.getAsLong() - due);
        return held.remove(done);
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
        return held.values();
    }

    /** Returns what was measured since the start. */
    LiveReport.Live report(String name) {
        return times.report(name);
    }

    private void advance() {
        long now = (long) ((nanos.getAsLong() - started) / dilation);
        while (device.nextEvent() <= now) device.step();
        device.advance(now);
    }
}
