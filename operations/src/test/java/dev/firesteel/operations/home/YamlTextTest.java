// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
                "`size: 1\\na: 2\\nsize: 3`  | `size: 5\\na: 2\\nsize: 5`",
                "`size: &x 3\\na: *x\\nb: *x` | `size: 5\\na: &x 3\\nb: *x`",
                "`a: &x 3\\nsize: *x\\nb: *x` | `a: &x 3\\nsize: 5\\nb: *x`",
                "`a: &x {size: 3}\\n<<: *x`  | `a: &x {size: 3}\\n<<: *x\\nsize: 5\\n`",
                "`size: 3 MiB # x`           | `size: 5 # x`",
                "`size: 'a\\n  b'\\nc: 1`     | `size: 5\\nc: 1`",
                "`size: >\\n  3\\na: 1`       | `size: 5\\na: 1`",
                "`size: !!str 3`             | `size: 5`",
                "`size: 3\\t# x`              | `size: 5\\t# x`",
                "`{size: 3}`                 | `{size: 5}`",
                "`{\"size\":3,\"a\":1}`      | `{\"size\":5,\"a\":1}`",
                "`# x\\n{a: 1}`               | `# x\\n{size: 5, a: 1}`",
                "`  size: 3`                 | `  size: 5`",
                "`  a: 1`                    | `  a: 1\\n  size: 5\\n`",
                "`\"size\": 3`               | `\"size\": 5`",
                "`? size\\n: 3`               | `? size\\n: 5`",
                "`a: \"b\\nsize 3\"`          | `a: \"b\\nsize 3\"\\nsize: 5\\n`",
                "`a: >\\n  # size: 3\\nb: 1`  | `a: >\\n  # size: 3\\nsize: 5\\nb: 1`",
                "`---\\na: 1\\n...\\n`         | `---\\na: 1\\nsize: 5\\n...\\n`",
                "`---\\n...\\n`              | `---\\nsize: 5\\n...\\n`",
                "`# x`                       | `# x\\nsize: 5\\n`",
                "`? size\\n: 3\\n? a\\n: 1`    | `? size\\n: 5\\n? a\\n: 1`",
                "`? a\\n: 1`                  | `? a\\n: 1\\nsize: 5\\n`",
                "`a: 1\\rb: 2\\r`             | `a: 1\\rb: 2\\rsize: 5\\r`",
                "`a: 1\\r\\n# size: 2\\r\\nb: 2` | `a: 1\\r\\n# size: 2\\r\\nsize: 5\\r\\nb: 2`",
            })
    void anyFormOfYamlThatCassandraTakesIsChanged(String before, String after)
            throws SettingsException {
        assertThat(with(lines(before), "size", "5")).isEqualTo(lines(after));
    }

    private static String lines(String text) {
        return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`a: 1\\nsize:\\n  deeper: 3` | `, line 2, column 1: size cannot be set in this form of"
                        + " YAML: write the line 'size: 5' by hand`",
                "`size:\\n\\n# c\\n- item`   | `, line 1, column 1: size cannot be set`",
                "`size: {a: 1}`              | `, line 1, column 1: size cannot be set`",
                "`a: 1\\n---\\nsize: 3`      | `, line 2, column 1 is not YAML (key a): expected a single"
                        + " document in the stream, but found another document`",
                "`size: 3\\na: [1\\nb: 2`    | `, line 3, column 2 is not YAML (key a): expected ',' or ']',"
                        + " but got :`",
                "`size: 3\\na: 1\\n  b: 2`   | `, line 3, column 4 is not YAML (key a): mapping values are"
                        + " not allowed here`",
                "`size: 3\\n\\ta: 1`          | `, line 2, column 1 is not YAML (key size): found character"
                        + " '\\\\t(TAB)'`",
                "`- size: 3`                 | ` is not YAML with lines of the form 'key: value'`",
            })
    void whatCassandraRefusesAndWhatIsNoValueIsRefused(String text, String problem) {
        assertThatThrownBy(() -> with(lines(text), "size", "5"))
                .isInstanceOf(SettingsException.class)
                .message()
                .startsWith("cassandra.yaml" + problem.replace("\\\\", "\\"))
                .doesNotContain("\n");
    }

    @Test
    void charactersThatYamlHasNotAreRefused() {
        assertThatThrownBy(() -> with("size: 3\na: \u0007\n", "size", "5"))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "cassandra.yaml, line 2, column 4 is not YAML: special characters are not"
                                + " allowed, such as U+0007");
    }

    @Test
    void encodingAndByteOrderMarkStay() throws SettingsException {
        for (Charset each :
                List.of(
                        StandardCharsets.UTF_8,
                        StandardCharsets.UTF_16BE,
                        StandardCharsets.UTF_16LE)) {
            String text = "\uFEFF# Gr\u00fc\u00dfe \ud83d\ude00\nsize: 3\n";
            String before = new String(text.getBytes(each), StandardCharsets.ISO_8859_1);
            String after = text.replace("3", "5");
            assertThat(with(before, "size", "5").getBytes(StandardCharsets.ISO_8859_1))
                    .as("%s", each)
                    .isEqualTo(after.getBytes(each));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memtable_heap_space", "file_cache_size", "row_cache_size"})
    void anOlderNameBecomesThePresentOne(String key) throws SettingsException {
        assertThat(with("a: 1\n" + key + "_in_mb: 5 # x\n", key, "5MiB"))
                .isEqualTo("a: 1\n" + key + ": 5MiB # x\n");
        assertThat(with("{\"" + key + "_in_mb\":5}", key, "5MiB"))
                .isEqualTo("{\"" + key + "\":5MiB}");
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
            "# a: \u00c3\u00a9 comment",
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
