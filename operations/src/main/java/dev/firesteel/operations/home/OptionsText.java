// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A {@code jvm-server.options} file. Only lines that begin with a hyphen count; their words go to
 * the JVM's command line ({@code bin/cassandra.in.sh}).
 */
final class OptionsText {
    /** Other names of the same options, which would override these or be overridden. */
    private static final Map<String, String> OTHER_NAMES =
            Map.of("-Xms", "-XX:InitialHeapSize=", "-Xmx", "-XX:MaxHeapSize=");

    private final String name;
    private final TextLines lines;

    private OptionsText(String name, String text) {
        this.name = name;
        this.lines = new TextLines(text);
    }

    /**
     * Returns the text with options set.
     *
     * @param name the name of the file, for messages
     * @param values the values by the prefix of the option
     */
    static String with(String name, String text, Map<String, String> values)
            throws SettingsException {
        OptionsText options = new OptionsText(name, text);
        for (Map.Entry<String, String> each : values.entrySet())
            options.set(each.getKey(), each.getValue());
        return options.lines.toString();
    }

    /**
     * Refuses a file that sets one of the options, if Cassandra reads it later and it would win.
     */
    static void requireNone(String name, String text, Iterable<String> starts)
            throws SettingsException {
        OptionsText options = new OptionsText(name, text);
        for (String start : starts) {
            int found = options.find(start);
            if (found >= 0)
                throw options.refused(
                        found,
                        "sets "
                                + start
                                + " too, and overrides jvm-server.options: remove it first");
        }
    }

    private void set(String start, String value) throws SettingsException {
        int at = find(start);
        if (at < 0) lines.insertBehind(example(start), start + value);
        else if (!lines.line(at).strip().equals(start + value)) lines.replace(at, start + value);
    }

    private int find(String start) throws SettingsException {
        int found = -1;
        for (int i = 0; i < lines.count(); i++) {
            List<String> words = words(lines.line(i));
            String other = OTHER_NAMES.get(start);
            if (other != null && words.stream().anyMatch(each -> each.startsWith(other)))
                throw refused(
                        i,
                        "has "
                                + other
                                + ", another name of "
                                + start
                                + ": write that name instead");
            if (words.stream().noneMatch(each -> each.startsWith(start))) continue;
            if (words.size() > 1)
                throw refused(i, "has " + start + " and more: write one option on a line");
            if (found >= 0)
                throw refused(
                        i, "has " + start + " again, after line " + (found + 1) + ": remove one");
            found = i;
        }
        return found;
    }

    private static List<String> words(String line) {
        if (!line.startsWith("-")) return List.of();
        return new ArrayList<>(List.of(line.strip().split("\\s+")));
    }

    /** Returns the line with the option as a comment, or the last line. */
    private int example(String start) {
        Pattern pattern = Pattern.compile("#\\s*" + Pattern.quote(start) + "\\S*\\s*");
        for (int i = 0; i < lines.count(); i++)
            if (pattern.matcher(lines.line(i)).matches()) return i;
        return lines.count() - 1;
    }

    private SettingsException refused(int line, String problem) {
        return new SettingsException("%s, line %d %s".formatted(name, line + 1, problem));
    }
}
