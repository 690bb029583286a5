// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.StringReader;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A {@code cassandra.yaml} file whose top-level values are changed; all else is kept, including
 * comments. Cassandra's YAML parser only validates the file. Ambiguous text is refused.
 */
final class YamlText {
    /** A line at the top level: a key or an item of a list. */
    private static final Pattern TOP =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\s*:(\\s.*)?|-(\\s.*)?");

    private static final Pattern NOTHING = Pattern.compile("\\s*(#.*)?");

    /** A key, its value of one plain or quoted word, and the rest of the line. */
    private static final Pattern SETTING =
            Pattern.compile(
                    "(?<head>[A-Za-z_][A-Za-z0-9_]*\\s*:)(?<space>\\s*)"
                            + "(?<value>[A-Za-z0-9._-]+|\"[A-Za-z0-9._-]*\"|'[A-Za-z0-9._-]*')?"
                            + "(?<rest>\\s*|\\s+#.*)");

    /** Older names that Cassandra still accepts for these keys. */
    private static final Map<String, String> OLD_NAMES =
            Map.of(
                    "memtable_heap_space", "memtable_heap_space_in_mb",
                    "memtable_offheap_space", "memtable_offheap_space_in_mb",
                    "file_cache_size", "file_cache_size_in_mb",
                    "key_cache_size", "key_cache_size_in_mb",
                    "row_cache_size", "row_cache_size_in_mb");

    private static final Map<String, String> DEFAULTS =
            Map.of("memtable_allocation_type", "heap_buffers", "file_cache_enabled", "false");

    private final String name;
    private final TextLines lines;

    private YamlText(String name, String text) {
        this.name = name;
        this.lines = new TextLines(text);
    }

    /**
     * Returns the text with values set.
     *
     * @param name the name of the file, for messages
     */
    static String with(String name, String text, Map<String, String> values)
            throws SettingsException {
        YamlText yaml = new YamlText(name, text);
        yaml.requireUnderstood();
        requireYaml(name, CassandraHome.readable(text));
        for (Map.Entry<String, String> each : values.entrySet())
            yaml.set(each.getKey(), each.getValue());
        return yaml.lines.toString();
    }

    /** Refuses a file that is not YAML: Cassandra would not start, seemingly due to the change. */
    private static void requireYaml(String name, String text) throws SettingsException {
        try {
            new Yaml(new LoaderOptions()).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            throw new SettingsException(
                    "%s, line %d is not YAML: %s"
                            .formatted(name, e.getProblemMark().getLine() + 1, e.getProblem()));
        } catch (YAMLException e) {
            String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new SettingsException("%s is not YAML: %s".formatted(name, problem));
        }
    }

    private void requireUnderstood() throws SettingsException {
        boolean isFirst = true;
        for (int i = 0; i < lines.count(); i++) {
            String line = lines.line(i);
            if (NOTHING.matcher(line).matches()) continue;
            boolean isHead = isFirst && line.stripTrailing().equals("---");
            boolean isDeeper = !isFirst && Character.isWhitespace(line.charAt(0));
            if (!isHead && !isDeeper && !TOP.matcher(line).matches())
                throw refused(i, "is not a top-level key of Cassandra: " + line.strip());
            isFirst = false;
        }
    }

    private void set(String key, String value) throws SettingsException {
        String old = OLD_NAMES.get(key);
        if (old != null && find(old) >= 0)
            throw refused(
                    find(old), "has " + old + ", an older name of " + key + ": rename it first");
        int at = find(key);
        if (at >= 0) replace(at, key, value);
        else if (!value.equals(DEFAULTS.get(key)))
            lines.insertBehind(example(key), key + ": " + value);
    }

    private int find(String key) throws SettingsException {
        Pattern pattern = Pattern.compile(key + "\\s*:.*");
        int found = -1;
        for (int i = 0; i < lines.count(); i++) {
            if (!pattern.matcher(lines.line(i)).matches()) continue;
            if (found >= 0)
                throw refused(
                        i, "has " + key + " again, after line " + (found + 1) + ": remove one");
            found = i;
        }
        return found;
    }

    private void replace(int at, String key, String value) throws SettingsException {
        Matcher setting = SETTING.matcher(lines.line(at));
        if (!setting.matches() || isContinued(at))
            throw refused(
                    at, "has a value of " + key + " that is not one word: write it as one word");
        String there = setting.group("value");
        if (there != null && unquoted(there).equals(value)) return;
        String space =
                setting.group("space").isEmpty() || there == null ? " " : setting.group("space");
        String rest =
                there == null
                        ? setting.group("space") + setting.group("rest")
                        : setting.group("rest");
        lines.replace(at, setting.group("head") + space + value + rest);
    }

    /** Returns whether the next line with content continues this one. */
    private boolean isContinued(int at) {
        for (int i = at + 1; i < lines.count(); i++) {
            String line = lines.line(i);
            if (!NOTHING.matcher(line).matches())
                return Character.isWhitespace(line.charAt(0)) || line.startsWith("-");
        }
        return false;
    }

    private static String unquoted(String value) {
        boolean isQuoted = value.startsWith("\"") || value.startsWith("'");
        return isQuoted ? value.substring(1, value.length() - 1) : value;
    }

    /** Returns the line with the key as a comment, as in Cassandra's own file, or the last line. */
    private int example(String key) {
        Pattern pattern = Pattern.compile("#\\s*" + key + "\\s*:.*");
        for (int i = 0; i < lines.count(); i++)
            if (pattern.matcher(lines.line(i)).matches()) return i;
        return lines.count() - 1;
    }

    private SettingsException refused(int line, String problem) {
        return new SettingsException("%s, line %d %s".formatted(name, line + 1, problem));
    }
}
