// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word probably meant by a mistyped one. */
public final class Similar {
    private static final int MOST_EDITS = 2;

    private Similar() {}

    /** Returns the word with the fewest edits, at most two. */
    public static Optional<String> to(String typed, Collection<String> words) {
        return words.stream()
                .filter(word -> edits(typed, word) <= MOST_EDITS)
                .min(Comparator.comparingInt(word -> edits(typed, word)));
    }

    /**
     * Returns the number of characters to insert, delete, replace, or exchange with their
     * neighbours: the optimal string alignment distance.
     */
    static int edits(String from, String to) {
        int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                edits[i][j] =
                        Math.min(
                                edits[i - 1][j - 1] + replaced,
                                1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1))
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
            }
        }
        return edits[from.length()][to.length()];
    }
}
