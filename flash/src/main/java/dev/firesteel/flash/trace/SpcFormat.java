// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/**
 * Reads the traces of the Storage Performance Council (SPC Trace File Format Specification,
 * revision 1.0.1), such as those of the University of Massachusetts. Fields after the fifth are
 * ignored. A block has 512 bytes, as in the published traces: the specification leaves it to each
 * trace.
 *
 * <pre>
 *   0,20941264,8192,W,0.551706
 *   unit (ASU), first block, size (bytes), R or W, time (seconds)
 * </pre>
 */
final class SpcFormat implements DeviceFormat {
    private static final int FIELDS = 5;
    private static final int BLOCK_BYTES = 512;
    private static final int OPERATION = 3;

    /** Lines with sizes that are no whole blocks. */
    private long odd;

    private long firstOdd;

    /** Returns whether a line, cut at commas, is of this format. */
    static boolean isLine(Lines lines) {
        return lines.fields() >= FIELDS
                && (lines.isWord(OPERATION, "r") || lines.isWord(OPERATION, "w"))
                && lines.isNumber(0)
                && lines.isDecimal(4);
    }

    @Override
    public boolean read(Lines lines, Request request) throws BadTraceException {
        var unused = lines.cutAtCommas();
        if (!isLine(lines))
            throw lines.bad("is not unit,block,size,R or W,seconds: " + lines.line());
        request.kind = lines.isWord(OPERATION, "w") ? Request.Kind.WRITE : Request.Kind.OTHER;
        request.micros = Math.round(lines.decimal(4, "a time in seconds") * 1e6);
        request.sectorAndBytes(lines, 1, 2);
        if (request.bytes % BLOCK_BYTES != 0 && odd++ == 0) firstOdd = lines.number();
        request.device(0, 1);
        return true;
    }

    @Override
    public String note() {
        if (odd == 0) return "";
        return "%d of its sizes, first in line %d, are no multiples of %d bytes: if sizes are in blocks, convert them to bytes"
                .formatted(odd, firstOdd, BLOCK_BYTES);
    }
}
