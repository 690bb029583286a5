// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The difference between two texts in the format of {@code diff -u}, for {@code patch}. */
public final class TextDiff {
    private static final int CONTEXT = 3;
    private static final String NO_LINE_FEED = "\\ No newline at end of file";

    private final List<String> before;
    private final List<String> after;
    private final List<Edit> edits = new ArrayList<>();

    /** A line that is kept (' '), removed ('-') or added ('+'), with its index in both texts. */
    private record Edit(char kind, String line, int before, int after) {}

    private TextDiff(String before, String after) {
        this.before = lines(before);
        this.after = lines(after);
        compare();
    }

    private static List<String> lines(String text) {
        return Stream.of(text.split("(?<=\n)")).filter(each -> !each.isEmpty()).toList();
    }

    /**
     * Returns the difference.
     *
     * @param name the name of the file
     * @return the lines; none if the texts are equal
     */
    public static List<String> of(String name, String before, String after) {
        TextDiff diff = new TextDiff(before, after);
        List<String> hunks = diff.hunks();
        if (!hunks.isEmpty()) hunks.addAll(0, List.of("--- " + name, "+++ " + name));
        return hunks;
    }

    /** Finds the longest common subsequence between the common prefix and suffix. */
    private void compare() {
        int start = 0;
        int endBefore = before.size();
        int endAfter = after.size();
        while (start < Math.min(endBefore, endAfter) && before.get(start).equals(after.get(start)))
            start++;
        while (Math.min(endBefore, endAfter) > start
                && before.get(endBefore - 1).equals(after.get(endAfter - 1))) {
            endBefore--;
            endAfter--;
        }
        for (int i = 0; i < start; i++) keep(i, i);
        compare(start, endBefore, endAfter);
        for (int i = 0; endBefore + i < before.size(); i++) keep(endBefore + i, endAfter + i);
    }

    private void compare(int start, int endBefore, int endAfter) {
        int[][] common = new int[endBefore - start + 1][endAfter - start + 1];
        for (int i = endBefore - start - 1; i >= 0; i--)
            for (int j = endAfter - start - 1; j >= 0; j--)
                common[i][j] =
                        before.get(start + i).equals(after.get(start + j))
                                ? common[i + 1][j + 1] + 1
                                : Math.max(common[i + 1][j], common[i][j + 1]);
        int i = start;
        int j = start;
        while (i < endBefore || j < endAfter) {
            boolean isLast = i == endBefore || j == endAfter;
            if (!isLast && before.get(i).equals(after.get(j))) keep(i++, j++);
            else if (i < endBefore
                    && (j == endAfter
                            || common[i + 1 - start][j - start]
                                    >= common[i - start][j + 1 - start]))
                edits.add(new Edit('-', before.get(i), i++, j));
            else edits.add(new Edit('+', after.get(j), i, j++));
        }
    }

    private void keep(int i, int j) {
        edits.add(new Edit(' ', before.get(i), i, j));
    }

    private List<String> hunks() {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < edits.size()) {
            if (edits.get(at).kind() == ' ') {
                at++;
                continue;
            }
            int from = Math.max(0, at - CONTEXT);
            int to = end(at);
            hunk(edits.subList(from, to), lines);
            at = to;
        }
        return lines;
    }

    /** Returns the end of the hunk, which joins changes up to twice the context apart. */
    private int end(int at) {
        int last = at;
        for (int i = at; i < edits.size() && i <= last + 2 * CONTEXT; i++)
            if (edits.get(i).kind() != ' ') last = i;
        return Math.min(edits.size(), last + CONTEXT + 1);
    }

    private static void hunk(List<Edit> edits, List<String> lines) {
        long old = edits.stream().filter(each -> each.kind() != '+').count();
        long young = edits.stream().filter(each -> each.kind() != '-').count();
        Edit first = edits.get(0);
        lines.add(
                "@@ -%d,%d +%d,%d @@"
                        .formatted(
                                first.before() + (old == 0 ? 0 : 1),
                                old,
                                first.after() + (young == 0 ? 0 : 1),
                                young));
        for (Edit each : edits) {
            boolean isWhole = each.line().endsWith("\n");
            lines.add(
                    each.kind()
                            + (isWhole
                                    ? each.line().substring(0, each.line().length() - 1)
                                    : each.line()));
            if (!isWhole) lines.add(NO_LINE_FEED);
        }
    }
}
