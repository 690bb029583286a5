// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * Reads the numbers that a campaign gets on the command line. It rejects typing errors, which would
 * otherwise look like a run.
 */
final class Given {
    private Given() {}

    /** Returns the first seed; 0 if none is given. */
    static long seed(String property) {
        return number(property, 0);
    }

    /** Returns the given count, at least 1, or the default. */
    static long count(String property, long ordinary) {
        long count = number(property, ordinary);
        if (count < 1)
            throw new IllegalArgumentException(
                    "-D" + property + " must be at least 1, not " + count);
        return count;
    }

    private static long number(String property, long ordinary) {
        String text = System.getProperty(property); // owns settings
        if (text == null) return ordinary;
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-D" + property + " must be a whole number such as 1000000, not " + text, e);
        }
    }
}
