// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Breaks text between words into lines for a terminal of 80 columns. */
public final class WrappedText {
    /** A command to paste, which is not broken. */
    private static final Pattern COMMAND = Pattern.compile("'(firesteel|chown|blkparse) [^']*'");

    private static final char BLANK_OF_COMMAND = '\u00a0';

    private WrappedText() {}

    /**
     * Returns the lines, without blanks at their ends. A command in quotes is one word. A word that
     * is longer than a line, such as a path, has a line of its own.
     *
     * @param text blanks within a line are kept
     * @param indent the number of blanks before each line but the first
     */
    public static List<String> lines(String text, int indent) {
        List<String> lines = new ArrayList<>();
        String line = "";
        String whole =
                COMMAND.matcher(text.stripTrailing())
                        .replaceAll(
                                found ->
                                        Matcher.quoteReplacement(
                                                found.group().replace(' ', BLANK_OF_COMMAND)));
        for (String word : whole.split("(?<=\\S)(?= )", -1)) {
            if (!line.isEmpty() && line.length() + word.length() > TextTable.WIDTH) {
                lines.add(line);
                line = " ".repeat(indent) + word.stripLeading();
            } else {
                line += word;
            }
        }
        lines.add(line);
        lines.replaceAll(each -> each.replace(BLANK_OF_COMMAND, ' '));
        return lines;
    }

    /** Returns the same in one text. */
    public static String of(String text, int indent) {
        return String.join(System.lineSeparator(), lines(text, indent));
    }
}
