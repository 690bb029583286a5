// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.events.AliasEvent;

/**
 * A {@code cassandra.yaml} file whose top-level values are changed. All else is kept to the byte:
 * comments, line ends, encoding, quotes and anchors. Each change is parsed again before it is
 * accepted, and must change nothing but the value.
 */
final class YamlText {
    /** Older names that Cassandra still accepts for these keys. */
    private static final Map<String, String> OLDER_NAMES =
            Map.of(
                    "memtable_heap_space", "memtable_heap_space_in_mb",
                    "memtable_offheap_space", "memtable_offheap_space_in_mb",
                    "file_cache_size", "file_cache_size_in_mb",
                    "key_cache_size", "key_cache_size_in_mb",
                    "row_cache_size", "row_cache_size_in_mb");

    private static final Map<String, String> DEFAULTS =
            Map.of("memtable_allocation_type", "heap_buffers", "file_cache_enabled", "false");

    private YamlSource source;

    private YamlText(YamlSource source) {
        this.source = source;
    }

    /**
     * Returns the text with values set.
     *
     * @param name the name of the file, for messages
     * @param bytes the bytes of the file, each as a character (ISO 8859-1)
     * @throws SettingsException if Cassandra would refuse the file, or the editor cannot change it
     */
    static String with(String name, String bytes, Map<String, String> values)
            throws SettingsException {
        YamlText yaml =
                new YamlText(YamlSource.of(name, bytes.getBytes(StandardCharsets.ISO_8859_1)));
        CassandraYaml unused = CassandraYaml.of(yaml.source); // refuses what Cassandra does
        for (Map.Entry<String, String> each : values.entrySet())
            yaml.set(each.getKey(), each.getValue());
        return new String(yaml.source.bytes(), StandardCharsets.ISO_8859_1);
    }

    private void set(String key, String value) throws SettingsException {
        Map<?, ?> before = CassandraYaml.content(source);
        String older = OLDER_NAMES.getOrDefault(key, key);
        boolean isThere = before.containsKey(key) || before.containsKey(older);
        if (!isThere && value.equals(DEFAULTS.get(key))) return;
        YamlEvents events = new YamlEvents(source);
        List<YamlEvents.Entry> entries = new ArrayList<>(events.entries(key));
        if (!older.equals(key)) entries.addAll(events.entries(older));
        boolean isDone = isSet(changed(events, entries, key, value), before, key, value);
        // An older name that is merged from elsewhere excludes the present one.
        String count = value.replace("MiB", "");
        if (!isDone && before.containsKey(older))
            isDone = isSet(changed(events, entries, older, count), before, older, count);
        if (isDone) return;
        String place = entries.isEmpty() ? source.name() : source.place(entries.get(0).nameStart());
        throw new SettingsException(
                "%s: %s cannot be set in this form of YAML: write the line '%s: %s' by hand"
                        .formatted(place, key, key, value));
    }

    private List<YamlSource> changed(
            YamlEvents events, List<YamlEvents.Entry> entries, String name, String value) {
        return entries.isEmpty()
                ? added(events, name, value)
                : replaced(events, entries, name, value);
    }

    /** Takes the first text that has the value; returns whether there is one. */
    private boolean isSet(
            List<YamlSource> candidates, Map<?, ?> before, String name, String value) {
        for (YamlSource each : candidates)
            if (isSet(each, before, name, value)) {
                source = each;
                return true;
            }
        return false;
    }

    /** Returns whether a text is YAML with the value, and nothing else has changed. */
    private static boolean isSet(YamlSource changed, Map<?, ?> before, String key, String value) {
        try {
            Map<Object, @Nullable Object> after =
                    new LinkedHashMap<>(CassandraYaml.content(changed));
            Map<Object, @Nullable Object> expected = new LinkedHashMap<>(before);
            expected.remove(key);
            expected.remove(OLDER_NAMES.getOrDefault(key, key));
            return value.equals(String.valueOf(after.remove(key))) && expected.equals(after);
        } catch (SettingsException e) {
            return false;
        }
    }

    /**
     * Returns the text with the value in the place of each present one; empty for maps and lists.
     */
    private List<YamlSource> replaced(
            YamlEvents events, List<YamlEvents.Entry> entries, String key, String value) {
        List<Edit> edits = new ArrayList<>();
        for (YamlEvents.Entry each : entries) {
            if (!each.isWord()) return List.of();
            if (!each.name().equals(key)) edits.add(renamed(each, key));
            else if (value.equals(each.value())) continue;
            String there = source.text().substring(each.start(), each.end()).stripTrailing();
            edits.add(
                    new Edit(
                            each.start(),
                            each.start() + there.length(),
                            there.isEmpty() ? " " + value : value));
            // The first use of its anchor takes over the value that others refer to.
            AliasEvent use = events.firstUse(each);
            if (use != null)
                edits.add(
                        new Edit(
                                source.position(use.getStartMark()),
                                source.position(use.getEndMark()),
                                there));
        }
        return List.of(edited(edits));
    }

    /** Changes an older name to the present one, within its quotes. */
    private Edit renamed(YamlEvents.Entry entry, String key) {
        String there = source.text().substring(entry.nameStart(), entry.nameEnd());
        return new Edit(entry.nameStart(), entry.nameEnd(), there.replace(entry.name(), key));
    }

    private record Edit(int start, int end, String text) {}

    private YamlSource edited(List<Edit> edits) {
        StringBuilder text = new StringBuilder(source.text());
        edits.stream()
                .sorted((one, other) -> Integer.compare(other.start(), one.start()))
                .forEach(each -> text.replace(each.start(), each.end(), each.text()));
        return source.with(text.toString());
    }

    /**
     * Returns texts with a new line: below the key's example in a comment, at the end, before the
     * end of the document, or before the first key. A comment may be part of a text.
     */
    private List<YamlSource> added(YamlEvents events, String key, String value) {
        if (events.isFlow())
            return List.of(
                    edited(
                            List.of(
                                    new Edit(
                                            events.rootStart() + 1,
                                            events.rootStart() + 1,
                                            key + ": " + value + ", "))));
        String line = " ".repeat(events.indent()) + key + ": " + value;
        List<YamlSource> candidates = new ArrayList<>();
        Matcher example =
                Pattern.compile("(?m)^[ \t]*#[ \t]*" + key + "[ \t]*:.*$").matcher(source.text());
        while (example.find()) candidates.add(inserted(behindLine(example.end()), line));
        candidates.add(inserted(source.text().length(), line));
        candidates.add(inserted(events.documentEnd(), line));
        candidates.add(inserted(startOfLine(events.rootStart()), line));
        return candidates;
    }

    private int behindLine(int at) {
        String text = source.text();
        if (text.startsWith("\r\n", at)) return at + 2;
        return Math.min(at + 1, text.length());
    }

    private int startOfLine(int at) {
        int start = at;
        while (start > 0 && source.text().charAt(start - 1) == ' ') start--;
        return start;
    }

    /** Inserts a line; the last line gets a line break if it has none. */
    private YamlSource inserted(int at, String line) {
        String end = source.lineBreak();
        boolean isOpen =
                at > 0 && "\r\n\u0085\u2028\u2029".indexOf(source.text().charAt(at - 1)) < 0;
        return edited(List.of(new Edit(at, at, (isOpen ? end : "") + line + end)));
    }
}
