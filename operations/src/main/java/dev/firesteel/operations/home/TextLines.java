// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a file, each with what ends it, so that together they are the file to the last byte.
 * Bytes are characters here (ISO 8859-1): what is not understood is left as it was.
 */
final class TextLines {
    private static final Pattern LINE = Pattern.compile("[^\n]*\n|[^\n]+");

    private final List<String> lines = new ArrayList<>();

    TextLines(String text) {
        Matcher matcher = LINE.matcher(text);
        while (matcher.find()) lines.add(matcher.group());
    }

    int count() {
        return lines.size();
    }

    /** A line without what ends it. */
    String line(int index) {
        String line = lines.get(index);
        return line.substring(0, line.length() - ending(line).length());
    }

    private static String ending(String line) {
        if (line.endsWith("\r\n")) return "\r\n";
        return line.endsWith("\n") ? "\n" : "";
    }

    void replace(int index, String line) {
        lines.set(index, line + ending(lines.get(index)));
    }

    /** Puts a line behind another, or before all with -1, that ends as the lines there do. */
    void insertBehind(int index, String line) {
        String usual =
                lines.isEmpty() || ending(lines.get(0)).isEmpty() ? "\n" : ending(lines.get(0));
        if (index >= 0 && ending(lines.get(index)).isEmpty()) lines.set(index, line(index) + usual);
        lines.add(index + 1, line + usual);
    }

    /** Whether a line has an end of its own; only the last one may have none. */
    boolean isEnded(int index) {
        return !ending(lines.get(index)).isEmpty();
    }

    /** Takes a line away, and what ends it. */
    void remove(int index) {
        lines.remove(index);
    }

    @Override
    public String toString() {
        return String.join("", lines);
    }
}
