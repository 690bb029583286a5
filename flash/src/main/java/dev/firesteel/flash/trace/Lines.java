// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a text file by lines and fields, without creating objects for them. A last line without a
 * line feed is ignored: its writer was interrupted.
 */
final class Lines implements Closeable {
    private static final int LONGEST = 1 << 16;
    private static final int MOST_FIELDS = 64;
    private static final int MOST_DIGITS = 18;

    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[LONGEST];
    private int from;
    private int end;
    private int limit;
    private long number;

    private final int[] starts = new int[MOST_FIELDS];
    private final int[] ends = new int[MOST_FIELDS];
    private int fields;

    Lines(Path file) throws IOException {
        this.file = file;
        in = Files.newInputStream(file);
    }

    /** Moves to the next line; returns false if there is none. */
    boolean next() throws IOException {
        from = number == 0 ? 0 : end + 1;
        end = from;
        while (true) {
            while (end < limit && buffer[end] != '\n') end++;
            if (end < limit) break;
            if (!fill()) return false;
        }
        number++;
        return true;
    }

    private boolean fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, limit - from);
            limit -= from;
            end -= from;
            from = 0;
        }
        if (limit == LONGEST)
            throw new BadTraceException(
                    file, number + 1, "is longer than " + LONGEST + " bytes: this is not a trace");
        int read = in.read(buffer, limit, LONGEST - limit);
        if (read > 0) limit += read;
        return read > 0;
    }

    /** Splits the line at each tab; returns the number of fields. */
    int cutAtTabs() throws BadTraceException {
        fields = 0;
        int start = from;
        for (int at = from; at <= end; at++)
            if (at == end || buffer[at] == '\t') {
                field(start, at);
                start = at + 1;
            }
        return fields;
    }

    /** Splits the line at runs of whitespace; returns the number of fields. */
    int cutAtSpaces() throws BadTraceException {
        fields = 0;
        int start = from;
        for (int at = from; at <= end; at++)
            if (at == end || buffer[at] == ' ' || buffer[at] == '\t' || buffer[at] == '\r') {
                if (at > start && fields < MOST_FIELDS) field(start, at);
                start = at + 1;
            }
        return fields;
    }

    private void field(int start, int stop) throws BadTraceException {
        if (fields == MOST_FIELDS) throw bad("has more than " + MOST_FIELDS + " fields");
        starts[fields] = start;
        ends[fields++] = stop;
    }

    /** Returns whether a field equals this ASCII text. */
    boolean is(int field, String text) {
        int length = ends[field] - starts[field];
        if (length != text.length()) return false;
        for (int i = 0; i < length; i++)
            if (buffer[starts[field] + i] != text.charAt(i)) return false;
        return true;
    }

    /** Returns whether a field contains a character. */
    boolean has(int field, char character) {
        for (int at = starts[field]; at < ends[field]; at++)
            if (buffer[at] == character) return true;
        return false;
    }

    String text(int field) {
        return new String(
                buffer, starts[field], ends[field] - starts[field], StandardCharsets.UTF_8);
    }

    /** Returns a field as a non-negative decimal number. */
    long number(int field, String what) throws BadTraceException {
        int length = ends[field] - starts[field];
        if (length == 0 || length > MOST_DIGITS) throw notANumber(field, what);
        long value = 0;
        for (int at = starts[field]; at < ends[field]; at++) {
            int digit = buffer[at] - '0';
            if (digit < 0 || digit > 9) throw notANumber(field, what);
            value = value * 10 + digit;
        }
        return value;
    }

    private BadTraceException notANumber(int field, String what) {
        return bad("'%s' is not %s: a whole number is expected".formatted(text(field), what));
    }

    /** Returns the line, cut at 100 bytes. */
    String line() {
        return new String(buffer, from, Math.min(end - from, 100), StandardCharsets.UTF_8);
    }

    /** Returns an exception that describes a problem with this line. */
    BadTraceException bad(String what) {
        return new BadTraceException(file, number, what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
