// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/** One line of a device's trace, as a {@link DeviceFormat} has read it. Reused for each line. */
final class Request {
    /** The kinds that matter to a drive. */
    enum Kind {
        WRITE,
        DISCARD,
        /** A read, or anything else that changes no data. */
        OTHER
    }

    private static final int SECTOR_BYTES = 512;

    /** 2^53: more is no address of a drive. */
    private static final long MOST_BYTES = 1L << 53;

    Kind kind = Kind.OTHER;

    /** The time in microseconds, from any origin. */
    long micros;

    long offset;
    long bytes;

    /** The fields, from 0 and adjacent, that name the device. */
    int deviceField;

    int deviceFields;

    /** Sets the address in bytes. */
    void bytes(Lines lines, int offsetField, int bytesField) throws BadTraceException {
        address(
                lines,
                lines.number(offsetField, "an offset in bytes"),
                lines.number(bytesField, "a number of bytes"),
                1);
    }

    /** Sets the address in sectors of 512 bytes. */
    void sectors(Lines lines, int sectorField, int sectorsField) throws BadTraceException {
        address(
                lines,
                lines.number(sectorField, "a sector"),
                lines.number(sectorsField, "a number of sectors"),
                SECTOR_BYTES);
    }

    /** Sets the first sector, of 512 bytes, and the number of bytes. */
    void sectorAndBytes(Lines lines, int sectorField, int bytesField) throws BadTraceException {
        long sector = lines.number(sectorField, "a block");
        if (sector > MOST_BYTES / SECTOR_BYTES) throw beyond(lines, "block " + sector);
        address(lines, sector * SECTOR_BYTES, lines.number(bytesField, "a number of bytes"), 1);
    }

    private void address(Lines lines, long first, long count, int unit) throws BadTraceException {
        if (first + count > MOST_BYTES / unit)
            throw beyond(lines, (unit == 1 ? "offset " : "sector ") + first);
        offset = first * unit;
        bytes = count * unit;
    }

    private static BadTraceException beyond(Lines lines, String place) {
        return lines.bad(place + " lies beyond 8 PiB");
    }

    /** Names the device by adjacent fields. */
    void device(int field, int count) {
        deviceField = field;
        deviceFields = count;
    }

    /** Returns the name of the device: its fields with a comma between. */
    String device(Lines lines) {
        StringBuilder name = new StringBuilder(lines.text(deviceField));
        for (int field = deviceField + 1; field < deviceField + deviceFields; field++)
            name.append(',').append(lines.text(field));
        return name.toString();
    }

    /** Returns whether the device has this name. */
    boolean isOf(Lines lines, String device) {
        return deviceFields == 1 ? lines.is(deviceField, device) : device(lines).equals(device);
    }
}
