// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON on one line: maps, collections, numbers, booleans, null, and all else as text. */
public final class Json {
    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** Returns an object on one line. */
    public static String write(Map<String, ? extends @Nullable Object> object) {
        Json json = new Json();
        json.value(object);
        return json.text.toString();
    }

    private void value(@Nullable Object value) {
        if (value == null) text.append("null");
        else if (value instanceof Map<?, ?> map) object(map);
        else if (value instanceof Collection<?> list) array(list);
        else if (value instanceof Number || value instanceof Boolean) text.append(value);
        else string(value.toString());
    }

    private void object(Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> member : map.entrySet()) {
            text.append(separator);
            string(member.getKey().toString());
            text.append(':');
            value(member.getValue());
            separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : "}");
    }

    private void array(Collection<?> list) {
        String separator = "[";
        for (Object item : list) {
            text.append(separator);
            value(item);
            separator = ",";
        }
        text.append(list.isEmpty() ? "[]" : "]");
    }

    private void string(String value) {
        text.append('"');
        value.chars().forEach(this::character);
        text.append('"');
    }

    private void character(int character) {
        if (character == '"' || character == '\\') text.append('\\').append((char) character);
        else if (character < ' ') text.append("\\u%04x".formatted(character));
        else text.append((char) character);
    }
}
