// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;

/** The cells of a line of CSV. */
final class Cells {
    private static final char QUOTE = '"';

    private Cells() {}

    /** Returns the separator of a file by its first line: a tab, a semicolon or a comma. */
    static char separator(String line) {
        boolean isQuoted = false;
        char found = ',';
        for (int at = 0; at < line.length(); at++) {
            char each = line.charAt(at);
            if (each == QUOTE) isQuoted = !isQuoted;
            else if (!isQuoted && each == '\t') return each;
            else if (!isQuoted && each == ';') found = each;
        }
        return found;
    }

    /**
     * Splits a line. A quoted cell loses its quotes, a doubled quote in it is one. Empty cells at
     * the end after the second are dropped: spreadsheets add them.
     *
     * @throws IllegalArgumentException if a quote is not closed
     */
    static List<String> of(String line, char separator) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int at = 0; at < line.length(); at++) {
            char each = line.charAt(at);
            if (each == QUOTE && isQuoted && at + 1 < line.length() && line.charAt(at + 1) == QUOTE)
                cell.append(line.charAt(++at));
            else if (each == QUOTE) isQuoted = !isQuoted;
            else if (each == separator && !isQuoted) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else cell.append(each);
        }
        if (isQuoted) throw new IllegalArgumentException("a quote is not closed");
        cells.add(cell.toString().strip());
        while (cells.size() > 2 && cells.get(cells.size() - 1).isEmpty())
            cells.remove(cells.size() - 1);
        return cells;
    }
}
