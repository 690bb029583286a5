// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of text for a terminal of 80 columns. The first column is on the left, all others are
 * aligned to the right. A wider table is printed in parts, which repeat the first column.
 */
public final class TextTable {
    static final int WIDTH = 80;

    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a table without rows. */
    public TextTable(String... header) {
        rows.add(List.of(header));
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if it has not as many cells as the header
     */
    public void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) row.add(String.valueOf(cell));
        if (row.size() != rows.get(0).size())
            throw new IllegalArgumentException(row + " has not the columns " + rows.get(0));
        rows.add(row);
    }

    /** Returns the lines, without blanks at their ends. */
    public List<String> lines() {
        int columns = rows.get(0).size();
        List<String> lines = new ArrayList<>();
        for (int from = 1; from < columns; ) {
            int to = from + 1;
            int width = width(0) + 1 + width(from);
            while (to < columns && width + 1 + width(to) <= WIDTH) width += 1 + width(to++);
            for (List<String> row : rows) lines.add(line(row, from, to));
            from = to;
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private String line(List<String> row, int from, int to) {
        StringBuilder line = new StringBuilder(pad(row.get(0), -width(0)));
        for (int column = from; column < to; column++)
            line.append(' ').append(pad(row.get(column), width(column)));
        return line.toString().stripTrailing();
    }

    /** Returns a text with blanks on its left or, for a negative width, on its right. */
    private static String pad(String text, int width) {
        return width == 0 ? text : ("%" + width + "s").formatted(text);
    }
}
