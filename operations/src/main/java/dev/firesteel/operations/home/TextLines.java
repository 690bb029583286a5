// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a file, each with its line end, so that their concatenation is the exact file. Each
 * byte is a character (ISO 8859-1), so that unknown bytes are kept.
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

    /** Returns a line without its line end. */
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

    /**
     * Inserts a line after another, or first for -1. It ends with a line feed alone: Cassandra's
     * scripts would take a carriage return for a part of the option.
     */
    void insertBehind(int index, String line) {
        if (index >= 0 && ending(lines.get(index)).isEmpty()) lines.set(index, line(index) + "\n");
        lines.add(index + 1, line + "\n");
    }

    /** Returns whether a line has a line end; only the last one may have none. */
    boolean isEnded(int index) {
        return !ending(lines.get(index)).isEmpty();
    }

    /** Removes a line and its line end. */
    void remove(int index) {
        lines.remove(index);
    }

    @Override
    public String toString() {
        return String.join("", lines);
    }
}
