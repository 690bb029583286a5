// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Reads a text file by lines and fields, without creating objects for them. A last line without a
 * line feed is {@linkplain #isCut cut}: its writer may have been interrupted.
 */
final class Lines implements Closeable {
    private static final int LONGEST = 1 << 16;
    private static final int MOST_FIELDS = 64;
    private static final int MOST_DIGITS = 18;
    private static final int MOST_SHOWN = 100;
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}(\\.[0-9]{0,18})?");

    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[LONGEST];
    private int from;
    private int end;
    private int limit;
    private long number;
    private boolean isCut;

    private final int[] starts = new int[MOST_FIELDS];
    private final int[] ends = new int[MOST_FIELDS];
    private int fields;

    Lines(Path file) throws IOException {
        this.file = file;
        in = TraceInput.open(file);
    }

    /** Moves to the next line that ends with a line feed; returns false if there is none. */
    boolean next() throws IOException {
        return nextOrCut() && !isCut;
    }

    /**
     * Moves to the next line, also a {@linkplain #isCut cut} one; returns false if there is none.
     */
    boolean nextOrCut() throws IOException {
        if (isCut) return false;
        from = number == 0 ? 0 : end + 1;
        end = from;
        while (true) {
            while (end < limit && buffer[end] != '\n') end++;
            if (end < limit) break;
            if (fill()) continue;
            if (end == from) return false;
            isCut = true;
            break;
        }
        number++;
        return true;
    }

    /** Returns whether this is the last line, and has no line feed. */
    boolean isCut() {
        return isCut;
    }

    /** Returns the number of this line, from 1. */
    long number() {
        return number;
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
        try {
            int read = in.read(buffer, limit, LONGEST - limit);
            if (read > 0) limit += read;
            return read > 0;
        } catch (EOFException | ZipException e) {
            throw TraceInput.damaged(file, number, e);
        }
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

    /**
     * Splits the line at each comma, without blanks and quotes around fields; returns their number.
     */
    int cutAtCommas() throws BadTraceException {
        fields = 0;
        int start = from;
        for (int at = from; at <= end; at++)
            if (at == end || buffer[at] == ',') {
                int first = start;
                int last = at;
                while (first < last && isPadding(buffer[first])) first++;
                while (last > first && isPadding(buffer[last - 1])) last--;
                if (fields < MOST_FIELDS) field(first, last);
                start = at + 1;
            }
        return fields;
    }

    private static boolean isPadding(byte character) {
        return character == ' ' || character == '\t' || character == '\r' || character == '"';
    }

    private void field(int start, int stop) throws BadTraceException {
        if (fields == MOST_FIELDS) throw bad("has more than " + MOST_FIELDS + " fields");
        starts[fields] = start;
        ends[fields++] = stop;
    }

    /** Returns the number of fields of the last split. */
    int fields() {
        return fields;
    }

    /** Returns whether a field equals this ASCII text. */
    boolean is(int field, String text) {
        int length = ends[field] - starts[field];
        if (length != text.length()) return false;
        for (int i = 0; i < length; i++)
            if (buffer[starts[field] + i] != text.charAt(i)) return false;
        return true;
    }

    /** Returns whether a field equals this ASCII text of small letters, in any case. */
    boolean isWord(int field, String text) {
        int length = ends[field] - starts[field];
        if (length != text.length()) return false;
        for (int i = 0; i < length; i++)
            if ((buffer[starts[field] + i] | 0x20) != text.charAt(i)) return false;
        return true;
    }

    /** Returns whether a field is a whole number, not negative. */
    boolean isNumber(int field) {
        for (int at = starts[field]; at < ends[field]; at++)
            if (buffer[at] < '0' || buffer[at] > '9') return false;
        int length = ends[field] - starts[field];
        return length > 0 && length <= MOST_DIGITS;
    }

    /** Returns whether a field is two whole numbers with a comma between, such as {@code 259,0}. */
    boolean isPair(int field) {
        int commas = 0;
        for (int at = starts[field]; at < ends[field]; at++) {
            if (buffer[at] == ',') commas++;
            else if (buffer[at] < '0' || buffer[at] > '9') return false;
        }
        return commas == 1 && buffer[starts[field]] != ',' && buffer[ends[field] - 1] != ',';
    }

    /** Returns whether a field is a decimal number, not negative. */
    boolean isDecimal(int field) {
        return DECIMAL.matcher(text(field)).matches();
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

    /** Returns a field as a non-negative decimal number. */
    double decimal(int field, String what) throws BadTraceException {
        if (!isDecimal(field)) throw bad("'%s' is not %s".formatted(shown(field), what));
        return Double.parseDouble(text(field));
    }

    private BadTraceException notANumber(int field, String what) {
        return bad("'%s' is not %s: a whole number is expected".formatted(shown(field), what));
    }

    private String shown(int field) {
        return shown(starts[field], ends[field]);
    }

    /** Returns the line for a message, cut at 100 bytes. */
    String line() {
        return shown(from, end);
    }

    /** Returns text for a message, at most 100 bytes; of binary data a word. */
    private String shown(int start, int stop) {
        int shownTo = Math.min(stop, start + MOST_SHOWN);
        for (int at = start; at < shownTo; at++)
            if (buffer[at] >= 0 && buffer[at] < ' ' && buffer[at] != '\t' && buffer[at] != '\r')
                return "(binary data)";
        return new String(buffer, start, shownTo - start, StandardCharsets.UTF_8).strip();
    }

    /** Returns whether the line has no more than blanks. */
    boolean isBlank() {
        for (int at = from; at < end; at++) if (!isPadding(buffer[at])) return false;
        return true;
    }

    /** Returns whether the line begins with this ASCII text. */
    boolean startsWith(String text) {
        if (end - from < text.length()) return false;
        for (int i = 0; i < text.length(); i++)
            if (buffer[from + i] != text.charAt(i)) return false;
        return true;
    }

    /** Returns whether the line has a character. */
    boolean contains(char character) {
        for (int at = from; at < end; at++) if (buffer[at] == character) return true;
        return false;
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
