// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Recognizes the format of a device's trace by its first line. */
final class DeviceFormats {
    private static final String KNOWN =
            "blkparse, fio's iolog, MSR Cambridge, SPC, DiskSim, FIU, or of 'endurance record'";

    private DeviceFormats() {}

    /**
     * Opens a trace of a device.
     *
     * @throws BadTraceException if the format is not known
     */
    static Trace open(Path file, TraceOptions options) throws IOException {
        try (Lines lines = new Lines(file)) {
            while (lines.nextOrCut()) if (!lines.isBlank()) return recognized(file, lines, options);
        }
        throw new BadTraceException(file, 0, "it is empty: it has no write");
    }

    private static Trace recognized(Path file, Lines lines, TraceOptions options)
            throws IOException {
        int fields = lines.cutAtSpaces();
        if (DiskSimFormat.isLine(lines)) return diskSim(file, options);
        requireNoTimeUnit(file, options);
        String device = options.device();
        if (FiuFormat.isLine(lines)) return trace(file, FiuFormat::new, device);
        if ((lines.isPair(0) && fields > 1) || isBesideBlkparse(lines))
            return BlockSurvey.open(file, device);
        if (lines.startsWith(FioFormat.VERSION)) return fio(file, lines, device);
        if (lines.cutAtCommas() > 1) {
            if (MsrFormat.isLine(lines)) return trace(file, MsrFormat::new, device);
            if (SpcFormat.isLine(lines)) return trace(file, SpcFormat::new, device);
        }
        throw lines.bad("is not of a known trace (" + KNOWN + "): " + lines.line());
    }

    static void requireNoTimeUnit(Path file, TraceOptions options) throws BadTraceException {
        if (options.timeUnit() != null)
            throw new BadTraceException(
                    file, 0, "has a known unit of times: leave out --time-unit");
    }

    private static boolean isBesideBlkparse(Lines lines) {
        return lines.startsWith("Input file ")
                || lines.startsWith("Trace started at ")
                || (lines.startsWith("CPU") && lines.contains(':'))
                || lines.startsWith("Total (");
    }

    private static Trace trace(Path file, Supplier<DeviceFormat> format, @Nullable String device) {
        return new DeviceTrace(file, format, device, List.of());
    }

    private static Trace fio(Path file, Lines lines, @Nullable String device) {
        List<String> notes =
                lines.startsWith(FioFormat.VERSION + "2")
                        ? List.of("fio's iolog of version 2 has no times")
                        : List.of();
        return new DeviceTrace(file, FioFormat::new, device, notes);
    }

    private static Trace diskSim(Path file, TraceOptions options) {
        TraceOptions.TimeUnit unit = options.timeUnit();
        List<String> notes =
                unit == null
                        ? List.of(
                                "its times are read as milliseconds, as those of DiskSim: if they are"
                                        + " MQSim's, give --time-unit ns")
                        : List.of();
        double micros = (unit == null ? TraceOptions.TimeUnit.MS : unit).micros();
        return new DeviceTrace(file, () -> new DiskSimFormat(micros), options.device(), notes);
    }
}
