// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.util.List;

/**
 * Reads what fio writes with {@code write_iolog}, version 2 or 3 (fio's HOWTO, "Trace file format",
 * and {@code iolog.c}). A version line within the file begins the log of another job. Times of
 * version 3 are microseconds. Version 2 has none: the unit of its {@code wait} differs between
 * HOWTO and code, so waits are ignored.
 *
 * <pre>
 *   fio version 3 iolog
 *   878 /dev/nvme9n1 write 1048576 131072
 *   microseconds (version 3), file, action, offset (bytes), length (bytes)
 * </pre>
 */
final class FioFormat implements DeviceFormat {
    static final String VERSION = "fio version ";

    private static final String VERSION_2 = "fio version 2 iolog";
    private static final String VERSION_3 = "fio version 3 iolog";
    private static final List<String> FILE_ACTIONS = List.of("add", "open", "close", "unlink");
    private static final List<String> OTHER_ACTIONS =
            List.of("read", "sync", "datasync", "sync_file_range", "syncfs", "wait");

    private boolean hasTimes;
    private boolean isNext;
    private boolean isRestarted;

    @Override
    public boolean startsAtZero() {
        return hasTimes;
    }

    @Override
    public boolean isRestarted() {
        boolean isRestartedNow = isRestarted;
        isRestarted = false;
        return isRestartedNow;
    }

    @Override
    public boolean read(Lines lines, Request request) throws BadTraceException {
        if (lines.startsWith(VERSION)) {
            version(lines);
            return false;
        }
        int file = hasTimes ? 1 : 0;
        int fields = lines.cutAtSpaces();
        if (fields == file + 2 && FILE_ACTIONS.contains(lines.text(file + 1))) return false;
        if (fields < file + 3) throw unknown(lines);
        request.kind = kind(lines, file + 1);
        request.micros = hasTimes ? lines.number(0, "a time in microseconds") : 0;
        if (request.kind == Request.Kind.OTHER) return false;
        if (fields < file + 4) throw unknown(lines);
        request.bytes(lines, file + 2, file + 3);
        request.device(file, 1);
        return true;
    }

    private void version(Lines lines) throws BadTraceException {
        if (!lines.startsWith(VERSION_2) && !lines.startsWith(VERSION_3))
            throw lines.bad(
                    "is not a version of fio's iolog that can be read, 2 or 3: " + lines.line());
        hasTimes = lines.startsWith(VERSION_3);
        isRestarted = isNext;
        isNext = true;
    }

    private static Request.Kind kind(Lines lines, int action) throws BadTraceException {
        if (lines.is(action, "write")) return Request.Kind.WRITE;
        if (lines.is(action, "trim")) return Request.Kind.DISCARD;
        if (OTHER_ACTIONS.contains(lines.text(action))) return Request.Kind.OTHER;
        throw unknown(lines);
    }

    private static BadTraceException unknown(Lines lines) {
        return lines.bad("is not a line of fio's iolog: " + lines.line());
    }
}
