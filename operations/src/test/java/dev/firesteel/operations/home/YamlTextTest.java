// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTextTest {
    private static final long SEEDS = Long.getLong("firesteel.seeds", 2_000); // owns settings

    private static String with(String text, String key, String value) throws SettingsException {
        return YamlText.with("cassandra.yaml", text, Map.of(key, value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "key_cache_size:               | key_cache_size: 8MiB",
                "key_cache_size:  # auto       | key_cache_size: 8MiB  # auto",
                "key_cache_size: 100MiB        | key_cache_size: 8MiB",
                "key_cache_size :   100MiB  # m | key_cache_size :   8MiB  # m",
                "key_cache_size: \"100MiB\"    | key_cache_size: 8MiB",
                "key_cache_size: '8MiB'        | key_cache_size: '8MiB'",
                "# key_cache_size: 100MiB      | `# key_cache_size: 100MiB\\nkey_cache_size: 8MiB`",
                "other: 1                      | `other: 1\\nkey_cache_size: 8MiB`",
                "other: 1  # key_cache_size: 2 | `other: 1  # key_cache_size: 2\\n"
                        + "key_cache_size: 8MiB`",
                "my_key_cache_size: 1          | `my_key_cache_size: 1\\nkey_cache_size: 8MiB`",
            })
    void changesTheValueAndNothingElse(String before, String after) throws SettingsException {
        String expected = "a: 1\n" + after.replace("\\n", "\n") + "\nlist:\n- key_cache_size: 3\n";
        String found =
                with(
                        "a: 1\n" + before + "\nlist:\n- key_cache_size: 3\n",
                        "key_cache_size",
                        "8MiB");
        if (before.startsWith("other") || before.startsWith("my"))
            // Without an example it goes to the end.
            assertThat(found)
                    .isEqualTo(
                            "a: 1\n"
                                    + before
                                    + "\nlist:\n- key_cache_size: 3\nkey_cache_size: 8MiB\n");
        else assertThat(found).isEqualTo(expected);
    }

    @Test
    void whatCassandraDoesByDefaultNeedsNoLine() throws SettingsException {
        assertThat(with("a: 1\n", "memtable_allocation_type", "heap_buffers")).isEqualTo("a: 1\n");
        assertThat(with("a: 1\n", "file_cache_enabled", "false")).isEqualTo("a: 1\n");
        assertThat(with("file_cache_enabled: true\n", "file_cache_enabled", "false"))
                .isEqualTo("file_cache_enabled: false\n");
    }

    @Test
    void linesEndAsTheOthersDo() throws SettingsException {
        assertThat(with("a: 1\r\nb: 2\r\n", "c", "3")).isEqualTo("a: 1\r\nb: 2\r\nc: 3\r\n");
        assertThat(with("c: 1\r\nb: 2", "c", "3")).isEqualTo("c: 3\r\nb: 2");
        assertThat(with("a: 1\nb: 2", "c", "3")).isEqualTo("a: 1\nb: 2\nc: 3\n");
        assertThat(with("", "c", "3")).isEqualTo("c: 3\n");
        assertThat(with("---\na: 1\n", "a", "3")).isEqualTo("---\na: 3\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`size: 1\\na: 2\\nsize: 3`  | line 3 has size again, after line 1: remove one",
                "`size:\\n  deeper: 3`       | line 1 has a value of size that is not one word",
                "`size:\\n\\n# c\\n- item`   | line 1 has a value of size that is not one word",
                "`size: {a: 1}`              | line 1 has a value of size that is not one word",
                "`size: &anchor 3`           | line 1 has a value of size that is not one word",
                "`size: 3 MiB`               | line 1 has a value of size that is not one word",
                "`size: |`                   | line 1 has a value of size that is not one word",
                "`{size: 3}`                 | line 1 is not a top-level key of Cassandra",
                "`  size: 3`                 | line 1 is not a top-level key of Cassandra",
                "`a: 1\\n---\\nsize: 3`      | line 2 is not a top-level key of Cassandra",
                "`a: 1\\n\"size\": 3`        | line 2 is not a top-level key of Cassandra",
                "`a: \"b\\nsize 3\"`         | line 2 is not a top-level key of Cassandra",
                "`a: 1\\n<<: *b`             | line 2 is not a top-level key of Cassandra",
                "`size: 3\\na: [1\\nb: 2`     | line 3 is not YAML: expected ',' or ']', but got :",
                "`size: 3\\na: 1\\n  b: 2`    | line 3 is not YAML: mapping values are not allowed"
                        + " here",
            })
    void whatItDoesNotUnderstandItRefuses(String text, String problem) {
        String file = text.replace("|b", "|").replace("\\n", "\n");
        assertThatThrownBy(() -> with(file, "size", "5"))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("cassandra.yaml, " + problem);
    }

    @Test
    void charactersThatYamlHasNotAreRefused() {
        assertThatThrownBy(() -> with("size: 3\na: \u0007\n", "size", "5"))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith(
                        "cassandra.yaml is not YAML: special characters are not allowed")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memtable_heap_space", "file_cache_size", "row_cache_size"})
    void anOlderNameIsNotSetBesideTheNewOne(String key) {
        assertThatThrownBy(() -> with(key + "_in_mb: 5\n", key, "5MiB"))
                .hasMessageContaining("has " + key + "_in_mb, an older name of " + key);
    }

    /**
     * Draws random files: the value must be there once, the rest unchanged, and a second change has
     * no effect.
     */
    @Test
    void everythingElseStaysToTheLastByte() throws SettingsException {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String before = text(random);
            String after = with(before, "size", "7");
            String which = "seed " + seed + ": " + before;
            assertThat(after.lines().filter(line -> line.startsWith("size"))).as(which).hasSize(1);
            assertThat(after.lines().filter(line -> line.matches("size: *7( .*)?")))
                    .as(which)
                    .hasSize(1);
            assertThat(without(after)).as(which).isEqualTo(without(before));
            assertThat(with(after, "size", "7")).as(which).isEqualTo(after);
        }
    }

    private static String without(String text) {
        String rest = text.replaceAll("(?m)^size:[^\n]*(\n|$)", "");
        return rest.endsWith("\n") ? rest : rest + "\n"; // the last line may have lacked its end
    }

    private static String text(SplittableRandom random) {
        String[] kinds = {
            "# a: \u00e9 comment",
            "",
            "a_key: word",
            "other: 'x # y'",
            "list:\n    - item",
            "n:\n- 1",
            "  # c"
        };
        StringBuilder text = new StringBuilder("first: 1\n");
        boolean isThere = random.nextBoolean();
        int lines = random.nextInt(1, 12);
        int at = random.nextInt(lines);
        for (int i = 0; i < lines; i++) {
            String[] sizes = {"size: 7", "size: 99  # old", "size:", "size:   'x'"};
            if (i == at && isThere) text.append(sizes[random.nextInt(sizes.length)]).append('\n');
            text.append(kinds[random.nextInt(kinds.length)]).append('\n');
        }
        // A key without a value would take the deeper lines behind it, so none may be left.
        String made = text.toString().replaceAll("(?m)^size:\n", "size:\nafter: 1\n");
        return random.nextInt(3) == 0 ? made.substring(0, made.length() - 1) : made;
    }
}
