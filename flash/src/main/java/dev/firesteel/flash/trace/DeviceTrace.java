// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The trace of a device, a request a line: its writes and discards, as one file. */
final class DeviceTrace implements Trace {
    private static final FileClass DEVICE = FileClass.of("device");
    private static final long FILE = 1;

    /** A time that lies further back than this is not only printed late, by another processor. */
    private static final long MOST_LATE_MICROS = 1_000_000;

    private final Path file;
    private final Supplier<DeviceFormat> format;
    private final @Nullable String device;
    private final List<String> notes;
    private @Nullable KeptChanges kept;
    private String note = "";
    private long furthestBack;

    /**
     * Creates a trace.
     *
     * @param format returns the format for each reading
     * @param device the only one to read; null if the trace must have one alone
     * @param notes for {@link #notes}
     */
    DeviceTrace(
            Path file, Supplier<DeviceFormat> format, @Nullable String device, List<String> notes) {
        this.file = file;
        this.format = format;
        this.device = device;
        this.notes = List.copyOf(notes);
    }

    @Override
    public boolean isRaw() {
        return true;
    }

    @Override
    public List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        if (!note.isEmpty()) all.add(note);
        if (furthestBack <= MOST_LATE_MICROS) return all;
        all.add(
                String.format(
                        Locale.ROOT,
                        "its lines are not in the order of their times, which go back by up to %.3f"
                                + " s: sort them, because writes count in the order of the lines",
                        furthestBack / 1e6));
        return all;
    }

    @Override
    public void read(TraceHandler handler) throws IOException {
        handler.created(0, FILE, DEVICE, Lifetime.NOT_SET);
        if (kept != null) {
            kept.send(handler, FILE);
            return;
        }
        try (Lines lines = new Lines(file)) {
            Reading reading = new Reading(handler, format.get());
            while (lines.nextOrCut()) reading.line(lines);
            if (reading.found.isEmpty()) throw new BadTraceException(file, 0, noWrite());
            note = reading.format.note();
            furthestBack = reading.furthestBack;
            if (reading.changes.isComplete()) kept = reading.changes;
        }
    }

    private String noWrite() {
        return device == null
                ? "it has no write"
                : "it has no write of the device '%s'".formatted(device);
    }

    private final class Reading {
        private static final long UNKNOWN = -1;

        private final TraceHandler handler;
        private final DeviceFormat format;
        private final Request request = new Request();
        private String found = "";
        private long origin = UNKNOWN;
        private long begin;
        private long now;
        private long furthestBack;
        private final KeptChanges changes = new KeptChanges();

        private Reading(TraceHandler handler, DeviceFormat format) {
            this.handler = handler;
            this.format = format;
        }

        private void line(Lines lines) throws IOException {
            if (lines.isBlank() || !isRequest(lines)) return;
            boolean isBack = begin + request.micros - origin < now;
            if (format.isRestarted() && isBack) {
                begin = now;
                origin = UNKNOWN;
            }
            if (origin == UNKNOWN) origin = format.startsAtZero() ? 0 : request.micros;
            if (request.kind == Request.Kind.OTHER || !isOfDevice(lines)) return;
            // Processors have separate queues, and their lines may be printed slightly late.
            long time = begin + request.micros - origin;
            furthestBack = Math.max(furthestBack, now - time);
            now = Math.max(now, time);
            changes.add(now, request);
            if (request.kind == Request.Kind.DISCARD)
                handler.discarded(now, FILE, request.offset, request.bytes);
            else handler.written(now, FILE, request.offset, request.bytes);
        }

        /** Reads a line. An incomplete last one is ignored: its writer was interrupted. */
        private boolean isRequest(Lines lines) throws BadTraceException {
            try {
                return format.read(lines, request);
            } catch (BadTraceException e) {
                if (lines.isCut()) return false;
                throw e;
            }
        }

        private boolean isOfDevice(Lines lines) throws BadTraceException {
            if (device != null && !request.isOf(lines, device)) return false;
            if (request.isOf(lines, found)) return true;
            if (!found.isEmpty())
                throw lines.bad(
                        ("is of device %s, but earlier lines are of %s: give the one to read with"
                                        + " --device, such as '--device %s'")
                                .formatted(request.device(lines), found, found));
            found = request.device(lines);
            return true;
        }
    }
}
