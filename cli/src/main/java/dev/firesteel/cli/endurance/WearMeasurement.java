// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.lab.wear.DriveCounters;
import dev.firesteel.lab.wear.MeasuredWrites;
import dev.firesteel.lab.wear.RealDrive;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The writes of a real drive from one reading of its counters to the next. */
final class WearMeasurement {
    private static final double NANOS = 1e9;
    private static final double GB = 1e9;
    private static final double PERCENT = 100;

    private static final String BELOW_HOST =
            "WARNING: less to flash than from the host: the drive compresses, or its counter leaves out a part of the flash";

    private final RealDrive drive;
    private final DriveCounters before;
    private final long kernelBytesBefore;
    private final Console console;
    private final LongSupplier nanos;
    private final long start;

    @GuardedBy("this")
    private boolean isTold;

    private WearMeasurement(
            RealDrive drive,
            DriveCounters before,
            long kernelBytesBefore,
            Console console,
            LongSupplier nanos) {
        this.drive = drive;
        this.before = before;
        this.kernelBytesBefore = kernelBytesBefore;
        this.console = console;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    /**
     * Reads the counters for the first time.
     *
     * @param nanos a monotonic clock
     */
    static WearMeasurement start(RealDrive drive, Console console, LongSupplier nanos)
            throws IOException {
        DriveCounters before = drive.counters();
        console.note("Drive /dev/%s: %s".formatted(drive.name(), before.source()));
        console.note(inItsLife(before));
        if (life(before).isBelowHost()) console.note(BELOW_HOST);
        return new WearMeasurement(drive, before, drive.kernelBytes(), console, nanos);
    }

    private static String inItsLife(DriveCounters counters) {
        Double factor = life(counters).writeAmplification();
        return factor == null
                ? "In its life: nothing written"
                : "In its life: write amplification %.4f".formatted(factor);
    }

    private static MeasuredWrites life(DriveCounters counters) {
        return new MeasuredWrites(
                counters.hostBytes().doubleValue(),
                counters.mediaBytes().doubleValue(),
                counters.unitBytes());
    }

    /** Waits; null means until this process receives a signal. */
    void await(@Nullable Integer seconds) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        console.note(
                seconds == null
                        ? "Ctrl-C ends the measurement."
                        : "For %d s ...".formatted(seconds));
        if (never.await(seconds == null ? Long.MAX_VALUE : seconds, TimeUnit.SECONDS))
            throw new AssertionError("nothing counts down");
    }

    /** Reads the counters again, and prints the result, once. */
    synchronized void tell(boolean isJson) throws IOException {
        if (isTold) return;
        isTold = true;
        MeasuredWrites writes = drive.counters().since(before);
        long kernelBytes = drive.kernelBytes() - kernelBytesBefore;
        double seconds = (nanos.getAsLong() - start) / NANOS;
        if (isJson) console.say(Json.write(fields(writes, kernelBytes, seconds)));
        else lines(writes, kernelBytes, seconds).forEach(console::say);
    }

    private Map<String, @Nullable Object> fields(
            MeasuredWrites writes, long kernelBytes, double seconds) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("drive", drive.name());
        fields.put("source", before.source());
        fields.put("seconds", seconds);
        fields.put("hostBytes", writes.hostBytes());
        fields.put("mediaBytes", writes.mediaBytes());
        fields.put("unitBytes", writes.unitBytes());
        fields.put("kernelBytes", kernelBytes);
        fields.put("writeAmplification", writes.writeAmplification());
        return fields;
    }

    static List<String> lines(MeasuredWrites writes, long kernelBytes, double seconds) {
        Double factor = writes.writeAmplification();
        List<String> lines = new ArrayList<>();
        lines.add(row("kernel", (double) kernelBytes, seconds));
        lines.add(row("host", writes.hostBytes(), seconds));
        lines.add(row("flash", writes.mediaBytes(), seconds));
        lines.add(
                factor == null
                        ? "write amplification unknown: the drive has counted no write of the host"
                        : "write amplification %.4f".formatted(factor));
        if (factor != null && writes.hasFewUnits())
            lines.add(
                    "WARNING: little was written: the drive counts in %,d bytes, so this may be wrong by %.0f %%"
                            .formatted(
                                    writes.unitBytes(),
                                    PERCENT * writes.unitBytes() / writes.hostBytes()));
        if (writes.contradicts(kernelBytes))
            lines.add(
                    "WARNING: kernel and drive differ in what the host wrote: another namespace or host writes to the drive, or the unit of its counter is another");
        if (writes.isBelowHost()) lines.add(BELOW_HOST);
        return lines;
    }

    private static String row(String by, double bytes, double seconds) {
        return "%-6s %,14.3f GB written, %,10.3f MB/s"
                .formatted(by, bytes / GB, bytes / seconds * 1_000 / GB);
    }
}
