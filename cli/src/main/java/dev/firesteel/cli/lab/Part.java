// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several processes that share a load or a workload.
 *
 * @param number from 1
 * @param of the number of processes
 */
record Part(int number, int of) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,4})/([0-9]{1,4})");

    static Part parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (parts.matches()) {
            Part part =
                    new Part(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
            if (part.number >= 1 && part.number <= part.of) return part;
        }
        throw new IllegalArgumentException(
                "--part '%s' is not K/N, such as 2/5 for the second of five processes"
                        .formatted(text));
    }

    /** Returns the first row of this part, from 0. */
    long first(long rows) {
        return rows * (number - 1) / of;
    }

    /** Returns the number of rows of this part. */
    long count(long rows) {
        return rows * number / of - first(rows);
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
