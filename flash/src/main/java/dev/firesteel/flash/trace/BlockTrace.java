// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads {@code blkparse} output of a device, in its default format: writes and discards, as one
 * file of the kind {@code device}. It uses completed requests, or queued ones if the recording has
 * no completions.
 *
 * <pre>
 *   8,0    3       11     0.009507758   697  C   W 223490 + 8 [0]
 *   device cpu sequence   seconds       pid  action, what, sector + sectors
 * </pre>
 */
final class BlockTrace implements Trace {
    private static final FileClass DEVICE = FileClass.of("device");
    private static final long FILE = 1;
    private static final int SECTOR_BYTES = 512;
    private static final int FIELDS = 10;

    /** 2^53 bytes, in sectors. */
    private static final long MOST_SECTORS = 1L << 44;

    private final Path file;

    BlockTrace(Path file) {
        this.file = file;
    }

    @Override
    public boolean isRaw() {
        return true;
    }

    @Override
    public void read(TraceHandler handler) throws IOException {
        String action = hasCompletions() ? "C" : "Q";
        handler.created(0, FILE, DEVICE, Lifetime.NOT_SET);
        try (Lines lines = new Lines(file)) {
            Reading reading = new Reading(handler, action);
            while (lines.next() && !isSummary(lines)) reading.line(lines);
            if (reading.device.isEmpty())
                throw new BadTraceException(
                        file, 0, "it has no write that was queued or has completed");
        }
    }

    private boolean hasCompletions() throws IOException {
        try (Lines lines = new Lines(file)) {
            while (lines.next() && !isSummary(lines))
                if (lines.cutAtSpaces() >= FIELDS && lines.is(5, "C")) return true;
        }
        return false;
    }

    /** Returns whether blkparse's final summary begins here, by processor and in total. */
    private static boolean isSummary(Lines lines) {
        String start = lines.line();
        return start.startsWith("CPU") || start.startsWith("Total (");
    }

    private static final class Reading {
        private final TraceHandler handler;
        private final String action;
        private String device = "";
        private long now;

        private Reading(TraceHandler handler, String action) {
            this.handler = handler;
            this.action = action;
        }

        private void line(Lines lines) throws IOException {
            int fields = lines.cutAtSpaces();
            if (fields == 0) return;
            if (fields < 6 || !lines.has(0, ','))
                throw lines.bad("is a line of neither blkparse nor a trace: " + lines.line());
            if (!lines.is(5, action) || fields < FIELDS) return;
            boolean isDiscard = lines.has(6, 'D');
            if (!isDiscard && !lines.has(6, 'W')) return;
            sameDevice(lines);
            if (!lines.is(8, "+")) throw lines.bad("has no 'sector + sectors': " + lines.line());
            long sector = lines.number(7, "a sector");
            long sectors = lines.number(9, "a number of sectors");
            if (sector + sectors > MOST_SECTORS)
                throw lines.bad("sector " + sector + " lies beyond 8 PiB");
            // Processors have separate queues, and their lines may be printed slightly late.
            now = Math.max(now, micros(lines));
            if (isDiscard)
                handler.discarded(now, FILE, sector * SECTOR_BYTES, sectors * SECTOR_BYTES);
            else handler.written(now, FILE, sector * SECTOR_BYTES, sectors * SECTOR_BYTES);
        }

        private void sameDevice(Lines lines) throws BadTraceException {
            if (lines.is(0, device)) return;
            if (!device.isEmpty())
                throw lines.bad(
                        "is of device %s, but earlier lines are of %s: record one device alone"
                                .formatted(lines.text(0), device));
            device = lines.text(0);
        }

        private static long micros(Lines lines) throws BadTraceException {
            String seconds = lines.text(3);
            try {
                return (long) (Double.parseDouble(seconds) * 1e6);
            } catch (NumberFormatException e) {
                throw lines.bad("'" + seconds + "' is not a time in seconds");
            }
        }
    }
}
