// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/**
 * Reads the ASCII traces of DiskSim ({@code iotrace_ascii_get_ioreq_event} in {@code
 * disksim_iotrace.c}). A block has 512 bytes. MQSim's traces have the same columns, but times in
 * nanoseconds by default (its {@code traces/README.md}).
 *
 * <pre>
 *   13.191135 30 524288 16 0
 *   time (milliseconds), device, first block, blocks, flags (hexadecimal; lowest bit: 1 read, 0 write)
 * </pre>
 */
final class DiskSimFormat implements DeviceFormat {
    private static final int FIELDS = 5;
    private static final int FLAGS = 4;

    private final double microsPerUnit;

    /**
     * Creates a reading.
     *
     * @param microsPerUnit microseconds of the unit of times
     */
    DiskSimFormat(double microsPerUnit) {
        this.microsPerUnit = microsPerUnit;
    }

    /** Returns whether a line, cut at blanks, is of this format. */
    static boolean isLine(Lines lines) {
        if (lines.fields() != FIELDS || !lines.isDecimal(0)) return false;
        for (int field = 1; field < FLAGS; field++) if (!lines.isNumber(field)) return false;
        return isHexadecimal(lines.text(FLAGS));
    }

    private static boolean isHexadecimal(String text) {
        return text.matches("(0[xX])?[0-9a-fA-F]{1,8}");
    }

    @Override
    public boolean read(Lines lines, Request request) throws BadTraceException {
        var unused = lines.cutAtSpaces();
        if (!isLine(lines))
            throw lines.bad("is not time, device, block, blocks and flags: " + lines.line());
        String flags = lines.text(FLAGS);
        boolean isRead = Character.digit(flags.charAt(flags.length() - 1), 16) % 2 == 1;
        request.kind = isRead ? Request.Kind.OTHER : Request.Kind.WRITE;
        request.micros = Math.round(lines.decimal(0, "a time") * microsPerUnit);
        request.sectors(lines, 2, 3);
        request.device(1, 1);
        return true;
    }
}
