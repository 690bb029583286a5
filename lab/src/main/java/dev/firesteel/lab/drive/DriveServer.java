// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.timing.TimedDevice;
import dev.firesteel.lab.fuse.FuseConnection;
import dev.firesteel.lab.fuse.FuseRequest;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Answers the kernel's requests to the drives, until their power is cut. */
final class DriveServer implements Server {
    /** Maximum number of writes and flushes from the command to the cut. */
    private static final int LATEST_REQUEST = 16;

    /** Idle time after which the power is cut without a request. */
    private static final long IDLE_NANOS = 50_000_000;

    private static final long STALL_POLL_NANOS = 5_000_000;

    private final FuseConnection connection;
    private final List<Drive> drives;
    private final DriveFiles files;
    private final AtomicReference<@Nullable Random> cut = new AtomicReference<>();
    private final LongSupplier nanos;
    private final Map<Drive, DriveClock> clocks = new LinkedHashMap<>();
    private final ServerCalls calls = new ServerCalls();
    private volatile long stalledUntil;

    /**
     * Creates a server.
     *
     * @param nanos a clock in nanoseconds, of any origin
     */
    DriveServer(FuseConnection connection, List<Drive> drives, LongSupplier nanos) {
        this.connection = connection;
        this.nanos = nanos;
        this.stalledUntil = nanos.getAsLong();
        this.drives = drives;
        this.files = new DriveFiles(drives);
    }

    /** Answers no request for this time, or until the power is cut. For any thread. */
    void stall(Duration time) {
        stalledUntil = nanos.getAsLong() + time.toNanos();
    }

    @Override
    public void startClocks() {
        calls.run(
                () -> {
                    if (clocks.isEmpty()) for (Drive drive : drives) startClock(drive);
                });
    }

    @Override
    public List<LiveReport.Live> report() {
        return calls.call(
                () ->
                        clocks.entrySet().stream()
                                .map(each -> each.getValue().report(each.getKey().name()))
                                .toList());
    }

    private boolean isStalled() {
        return stalledUntil - nanos.getAsLong() > 0;
    }

    /** Cuts the power at one of the next requests; at once in a stall. For any thread. */
    void cut(long seed) {
        cut.set(new Random(seed));
    }

    @Override
    public @Nullable CutReport serve() throws IOException {
        Libc.wakePunctually();
        Random random = null;
        int left = 0;
        while (!connection.isUnmounted()) {
            long wait = Math.min(IDLE_NANOS, tend());
            FuseRequest request = connection.next(wait);
            boolean isIdle = request == null && wait == IDLE_NANOS;
            while (isStalled()) {
                Random now = cut.get();
                if (now != null) return cut(request == null ? connection.next(0) : request, now);
                LockSupport.parkNanos(STALL_POLL_NANOS);
            }
            if (random == null) {
                random = cut.get();
                if (random != null) left = random.nextInt(LATEST_REQUEST);
            }
            if (random != null && (isIdle || (request != null && isChange(request) && left-- == 0)))
                return cut(request, random);
            if (request != null) take(request);
        }
        return null;
    }

    /** Answers requests that are due, and returns the time until the next is, in nanoseconds. */
    private long tend() throws IOException {
        long next = Long.MAX_VALUE;
        for (DriveClock clock : clocks.values()) {
            for (FuseRequest due = clock.poll(); due != null; due = clock.poll())
                files.answer(connection, due);
            next = Math.min(next, clock.nanosToNext());
        }
        calls.carryOut();
        return next;
    }

    /** Starts the clock of a drive that has a model. What its image holds was written before. */
    private void startClock(Drive drive) throws IOException {
        DriveModel model = drive.model();
        if (model == null) return;
        TimedDevice device = model.device(drive.bytes(), 1);
        drive.eachWritten(
                (start, end) -> {
                    for (long at = start; at < end; at += DriveModel.PAGE_BYTES)
                        device.prepare((int) (at / DriveModel.PAGE_BYTES), 0);
                });
        clocks.put(drive, new DriveClock(device, model.dilation(), nanos));
    }

    /** Answers a request, or holds it for as long as the drive's model takes. */
    private void take(FuseRequest request) throws IOException {
        DriveClock clock = clocks.isEmpty() ? null : clock(request);
        if (clock == null || request.operation() == FuseRequest.FALLOCATE) {
            if (clock != null) clock.trim(request.offset(), request.length());
            files.answer(connection, request);
        } else clock.add(request.copy());
    }

    private @Nullable DriveClock clock(FuseRequest request) {
        return switch (request.operation()) {
            case FuseRequest.READ, FuseRequest.WRITE, FuseRequest.FSYNC, FuseRequest.FALLOCATE ->
                    clocks.get(files.drive(request));
            default -> null;
        };
    }

    private static boolean isChange(FuseRequest request) {
        return request.operation() == FuseRequest.WRITE || request.operation() == FuseRequest.FSYNC;
    }

    /** Cuts the power. Answers no more requests; those in flight have not completed. */
    private CutReport cut(@Nullable FuseRequest last, Random random) throws IOException {
        Map<Drive, List<CachedWrite>> inFlight = new HashMap<>();
        for (DriveClock clock : clocks.values())
            for (FuseRequest held : clock.held()) addWrite(held, inFlight);
        for (FuseRequest request = last; request != null; request = connection.next(0))
            addWrite(request, inFlight);
        List<PowerLoss.Toll> tolls = new ArrayList<>();
        for (Drive drive : drives)
            tolls.add(drive.cut(inFlight.getOrDefault(drive, List.of()), random));
        return new CutReport(tolls);
    }

    private void addWrite(FuseRequest request, Map<Drive, List<CachedWrite>> inFlight) {
        if (request.operation() == FuseRequest.WRITE)
            inFlight.computeIfAbsent(files.drive(request), drive -> new ArrayList<>())
                    .add(new CachedWrite(request.offset(), request.data()));
    }
}
