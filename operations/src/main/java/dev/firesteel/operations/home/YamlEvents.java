// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static java.util.Objects.requireNonNull;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/** The places of the top-level keys and values in the text of a YAML file that is a map. */
final class YamlEvents {
    /**
     * A key with its value.
     *
     * @param name the key
     * @param value the value if it is a scalar, else null
     * @param isWord whether the value is a scalar or an alias
     * @param start the position of the value in the text, with its anchor and tag
     * @param end the position behind the value
     * @param index the position of the value among the events
     */
    record Entry(
            String name,
            int nameStart,
            int nameEnd,
            @Nullable String value,
            boolean isWord,
            int start,
            int end,
            int index) {}

    private final YamlSource source;
    private final List<Event> events = new ArrayList<>();

    /**
     * Parses a file.
     *
     * @param source a file that the parser takes
     */
    YamlEvents(YamlSource source) {
        this.source = source;
        new Yaml(CassandraYaml.options())
                .parse(new StringReader(source.text()))
                .forEach(events::add);
    }

    /** Returns all entries of a key. */
    List<Entry> entries(String name) {
        List<Entry> entries = new ArrayList<>();
        int depth = 0;
        boolean isKey = true;
        ScalarEvent key = null;
        for (int i = 0; i < events.size(); i++) {
            Event each = events.get(i);
            if (each instanceof CollectionEndEvent) depth--;
            if (!(each instanceof NodeEvent)) continue;
            if (depth == 1 && isKey) key = each instanceof ScalarEvent scalar ? scalar : null;
            else if (depth == 1 && key != null && key.getValue().equals(name))
                entries.add(entry(key, i));
            if (depth == 1) isKey = !isKey;
            if (each instanceof CollectionStartEvent) depth++;
        }
        return entries;
    }

    private Entry entry(ScalarEvent key, int at) {
        Event value = events.get(at);
        return new Entry(
                key.getValue(),
                source.position(key.getStartMark()),
                source.position(key.getEndMark()),
                value instanceof ScalarEvent scalar ? scalar.getValue() : null,
                !(value instanceof CollectionStartEvent),
                source.position(value.getStartMark()),
                source.position(value.getEndMark()),
                at);
    }

    /** Returns the first use of the anchor of a value; null if it has none. */
    @Nullable AliasEvent firstUse(Entry entry) {
        if (!(events.get(entry.index()) instanceof ScalarEvent value) || value.getAnchor() == null)
            return null;
        for (Event each : events.subList(entry.index() + 1, events.size())) {
            boolean isSame =
                    each instanceof NodeEvent node && value.getAnchor().equals(node.getAnchor());
            if (isSame) return each instanceof AliasEvent alias ? alias : null;
        }
        return null;
    }

    private @Nullable Event root() {
        for (Event each : events) if (each instanceof NodeEvent) return each;
        return null;
    }

    /** Returns whether the map has braces. */
    boolean isFlow() {
        return root() instanceof MappingStartEvent map && map.getFlowStyle() == FlowStyle.FLOW;
    }

    /** Returns the position of the map's first key or brace; of an empty file, its end. */
    int rootStart() {
        Event root = root();
        if (root == null) return source.text().length();
        if (!(root instanceof MappingStartEvent)) return source.position(root.getStartMark());
        if (isFlow()) return source.text().indexOf('{', source.position(root.getStartMark()));
        return source.position(firstKey().getStartMark());
    }

    /** Returns the number of blanks before each key. */
    int indent() {
        return root() instanceof MappingStartEvent && !isFlow()
                ? firstKey().getStartMark().getColumn()
                : 0;
    }

    /** Returns the event at the first key; of a map in lines with an anchor or tag, behind it. */
    private Event firstKey() {
        MappingStartEvent root = (MappingStartEvent) requireNonNull(root());
        boolean isPlain = root.getAnchor() == null && root.getImplicit();
        return isPlain ? root : events.get(events.indexOf(root) + 1);
    }

    /** Returns the position of the end of the document, which may have a mark of its own. */
    int documentEnd() {
        for (Event each : events)
            if (each instanceof DocumentEndEvent) return source.position(each.getStartMark());
        return source.text().length();
    }
}
