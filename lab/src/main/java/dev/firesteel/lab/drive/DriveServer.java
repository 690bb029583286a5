// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Answers the kernel's requests to the drives, until their power is cut. */
final class DriveServer {
    /** Maximum number of writes and flushes from the command to the cut. */
    private static final int LATEST_REQUEST = 16;

    /** Idle time after which the power is cut without a request. */
    private static final int IDLE_MILLIS = 50;

    private static final long STALL_POLL_NANOS = 5_000_000;

    private final FuseConnection connection;
    private final List<Drive> drives;
    private final DriveFiles files;
    private final AtomicReference<@Nullable Random> cut = new AtomicReference<>();
    private final LongSupplier nanos;
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

    private boolean isStalled() {
        return stalledUntil - nanos.getAsLong() > 0;
    }

    /** Cuts the power at one of the next requests; at once in a stall. For any thread. */
    void cut(long seed) {
        cut.set(new Random(seed));
    }

    /**
     * Serves until the power is cut, or the file system is unmounted.
     *
     * @return the result of the cut, or null if there was none
     */
    @Nullable CutReport serve() throws IOException {
        Random random = null;
        int left = 0;
        while (!connection.isUnmounted()) {
            if (isStalled()) {
                Random now = cut.get();
                if (now != null) return cut(connection.next(0), now);
                LockSupport.parkNanos(STALL_POLL_NANOS);
                continue;
            }
            FuseRequest request = connection.next(IDLE_MILLIS);
            if (random == null) {
                random = cut.get();
                if (random != null) left = random.nextInt(LATEST_REQUEST);
            }
            if (random != null && (request == null || (isChange(request) && left-- == 0)))
                return cut(request, random);
            if (request != null) files.answer(connection, request);
        }
        return null;
    }

    private static boolean isChange(FuseRequest request) {
        return request.operation() == FuseRequest.WRITE || request.operation() == FuseRequest.FSYNC;
    }

    /** Cuts the power. Answers no more requests; those in flight have not completed. */
    private CutReport cut(@Nullable FuseRequest last, Random random) throws IOException {
        Map<Drive, List<CachedWrite>> inFlight = new HashMap<>();
        for (FuseRequest request = last; request != null; request = connection.next(0))
            if (request.operation() == FuseRequest.WRITE)
                inFlight.computeIfAbsent(files.drive(request), drive -> new ArrayList<>())
                        .add(new CachedWrite(request.offset(), request.data()));
        List<PowerLoss.Toll> tolls = new ArrayList<>();
        for (Drive drive : drives)
            tolls.add(drive.cut(inFlight.getOrDefault(drive, List.of()), random));
        return new CutReport(tolls);
    }
}
