// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.util.ArrayList;
import java.util.List;

/** Breaks text between words into lines for a terminal of 80 columns. */
public final class WrappedText {
    private WrappedText() {}

    /**
     * Returns the lines, without blanks at their ends. A word that is longer than a line, such as a
     * path, has a line of its own.
     *
     * @param text blanks within a line are kept
     * @param indent the number of blanks before each line but the first
     */
    public static List<String> lines(String text, int indent) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : text.stripTrailing().split("(?<=\\S)(?= )", -1)) {
            if (!line.isEmpty() && line.length() + word.length() > TextTable.WIDTH) {
                lines.add(line);
                line = " ".repeat(indent) + word.stripLeading();
            } else {
                line += word;
            }
        }
        lines.add(line);
        return lines;
    }

    /** Returns the same in one text. */
    public static String of(String text, int indent) {
        return String.join(System.lineSeparator(), lines(text, indent));
    }
}
