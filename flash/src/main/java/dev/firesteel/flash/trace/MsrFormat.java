// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/**
 * Reads the traces of Microsoft Research Cambridge, as the README of that distribution defines them
 * (SNIA IOTTA, set 388). A first line may name the columns.
 *
 * <pre>
 *   128166372003061629,vol,1,Write,383496192,32768,413
 *   time (Windows: 100 ns), host, disk, type, offset (bytes), size (bytes), response time
 * </pre>
 */
final class MsrFormat implements DeviceFormat {
    /** The response time, after these, is not needed. */
    private static final int FIELDS = 6;

    private static final int TYPE = 3;
    private static final int TICKS_PER_MICROSECOND = 10;

    /** Returns whether a line, cut at commas, is of this format. */
    static boolean isLine(Lines lines) {
        return lines.fields() >= FIELDS && (isHeader(lines) || isRequest(lines));
    }

    private static boolean isHeader(Lines lines) {
        return lines.isWord(0, "timestamp") && lines.isWord(TYPE, "type");
    }

    private static boolean isRequest(Lines lines) {
        return lines.isNumber(0) && (lines.isWord(TYPE, "read") || lines.isWord(TYPE, "write"));
    }

    @Override
    public boolean read(Lines lines, Request request) throws BadTraceException {
        if (lines.cutAtCommas() >= FIELDS && isHeader(lines)) return false;
        if (lines.fields() < FIELDS || !isRequest(lines))
            throw lines.bad(
                    "is not time,host,disk,Read or Write,offset,size,response time: "
                            + lines.line());
        request.kind = lines.isWord(TYPE, "write") ? Request.Kind.WRITE : Request.Kind.OTHER;
        request.micros = lines.number(0, "a time") / TICKS_PER_MICROSECOND;
        request.bytes(lines, 4, 5);
        request.device(1, 2);
        return true;
    }
}
