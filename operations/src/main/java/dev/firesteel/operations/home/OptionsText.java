// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A {@code jvm-server.options}: every line that begins with a hyphen is words for the JVM's command
 * line ({@code bin/cassandra.in.sh}), and no other line counts.
 */
final class OptionsText {
    /**
     * What else says how much memory there is, and would be stronger or weaker than what we say.
     */
    private static final Map<String, String> OTHER_NAMES =
            Map.of("-Xms", "-XX:InitialHeapSize=", "-Xmx", "-XX:MaxHeapSize=");

    private final String name;
    private final TextLines lines;

    private OptionsText(String name, String text) {
        this.name = name;
        this.lines = new TextLines(text);
    }

    /**
     * The text with these options.
     *
     * @param name of the file, for messages
     * @param values by what the options begin with
     */
    static String with(String name, String text, Map<String, String> values)
            throws SettingsException {
        OptionsText options = new OptionsText(name, text);
        for (Map.Entry<String, String> each : values.entrySet())
            options.set(each.getKey(), each.getValue());
        return options.lines.toString();
    }

    /**
     * Refuses a file that Cassandra reads after the one that is changed, so that what it says wins,
     * if it says anything of these options.
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
                                + " too, and wins over jvm-server.options: take it out first");
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
                        i, "has " + other + ", another name of " + start + ": write that instead");
            if (words.stream().noneMatch(each -> each.startsWith(start))) continue;
            if (words.size() > 1)
                throw refused(i, "has " + start + " and more: write one option on a line");
            if (found >= 0)
                throw refused(
                        i, "has " + start + " again, after line " + (found + 1) + ": leave one");
            found = i;
        }
        return found;
    }

    private static List<String> words(String line) {
        if (!line.startsWith("-")) return List.of();
        return new ArrayList<>(List.of(line.strip().split("\\s+")));
    }

    /** The line with the option as a comment, if there is one; the last if not. */
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
