// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/**
 * Reads the traces of Florida International University, as the README of that distribution defines
 * them (SNIA IOTTA, set 391). The name of a process may have blanks.
 *
 * <pre>
 *   123456 4892 nfsd 508917448 8 W 6 0 d41d8cd98f00b204e9800998ecf8427e
 *   time (ns), pid, process, sector, sectors (512 bytes), R or W, major, minor, digests
 * </pre>
 */
final class FiuFormat implements DeviceFormat {
    private static final int FIRST_OPERATION = 5;
    private static final int NONE = -1;
    private static final int NANOS_PER_MICROSECOND = 1_000;

    /** Returns whether a line, cut at blanks, is of this format. */
    static boolean isLine(Lines lines) {
        return operation(lines) != NONE;
    }

    /** Returns the field that says R or W; {@link #NONE} if the line is not of this format. */
    private static int operation(Lines lines) {
        if (lines.fields() <= FIRST_OPERATION || !lines.isNumber(0) || !lines.isNumber(1))
            return NONE;
        for (int field = FIRST_OPERATION; field + 2 < lines.fields(); field++)
            if ((lines.isWord(field, "r") || lines.isWord(field, "w"))
                    && lines.isNumber(field - 2)
                    && lines.isNumber(field - 1)
                    && lines.isNumber(field + 1)
                    && lines.isNumber(field + 2)) return field;
        return NONE;
    }

    @Override
    public boolean read(Lines lines, Request request) throws BadTraceException {
        var unused = lines.cutAtSpaces();
        int operation = operation(lines);
        if (operation == NONE)
            throw lines.bad(
                    "is not time, pid, process, sector, sectors, R or W, major and minor: "
                            + lines.line());
        request.kind = lines.isWord(operation, "w") ? Request.Kind.WRITE : Request.Kind.OTHER;
        request.micros = lines.number(0, "a time in nanoseconds") / NANOS_PER_MICROSECOND;
        request.sectors(lines, operation - 2, operation - 1);
        request.device(operation + 1, 2);
        return true;
    }
}
