// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextDiffTest {
    private static final long SEEDS = Long.getLong("firesteel.seeds", 2_000); // owns settings

    private static List<String> diff(String before, String after) {
        return TextDiff.of("f", before, after);
    }

    @Test
    void showsWhatChangesWithThreeLinesAround() {
        assertThat(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n"))
                .containsExactly(
                        "--- f",
                        "+++ f",
                        "@@ -2,8 +2,9 @@",
                        " 2",
                        " 3",
                        " 4",
                        "-5",
                        "+five",
                        " 6",
                        " 7",
                        " 8",
                        " 9",
                        "+10");
        assertThat(diff("1\n", "1\n")).isEmpty();
    }

    @Test
    void changesThatAreFarApartAreShownApart() {
        assertThat(diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n"))
                .containsExactly(
                        "--- f",
                        "+++ f",
                        "@@ -1,4 +1,4 @@",
                        "-a",
                        "+A",
                        " 1",
                        " 2",
                        " 3",
                        "@@ -6,4 +6,4 @@",
                        " 5",
                        " 6",
                        " 7",
                        "-b",
                        "+B");
    }

    @Test
    void aLastLineWithoutItsEndIsSaidAsDiffSaysIt() {
        assertThat(diff("a", "a\nb\n"))
                .containsExactly(
                        "--- f",
                        "+++ f",
                        "@@ -1,1 +1,2 @@",
                        "-a",
                        "\\ No newline at end of file",
                        "+a",
                        "+b");
    }

    /** Applied to the old text by the rules of patch, the difference gives the new one. */
    @Test
    void leadsFromOneTextToTheOther() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String before = text(random);
            String after = random.nextInt(9) == 0 ? before : text(random);
            assertThat(patched(before, diff(before, after)))
                    .as("seed %s: %s to %s", seed, before, after)
                    .isEqualTo(after);
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--)
            text.append((char) ('a' + random.nextInt(4))).append('\n');
        return text.toString();
    }

    private static String patched(String before, List<String> diff) {
        List<String> old = before.lines().toList();
        List<String> young = new ArrayList<>();
        int at = 0;
        for (String line : diff.subList(Math.min(2, diff.size()), diff.size())) {
            if (line.startsWith("@@")) {
                String[] numbers = line.split("[-, +@]+", -1);
                int start = Integer.parseInt(numbers[1]) - (numbers[2].equals("0") ? 0 : 1);
                while (at < start) young.add(old.get(at++));
                continue;
            }
            String text = line.substring(1);
            if (line.startsWith("+")) young.add(text);
            else {
                assertThat(old.get(at)).isEqualTo(text);
                if (line.startsWith(" ")) young.add(text);
                at++;
            }
        }
        while (at < old.size()) young.add(old.get(at++));
        return young.isEmpty() ? "" : String.join("\n", young) + "\n";
    }
}
