// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes a YAML document made of maps, lists and plain values.
 *
 * <p>A string is written verbatim, so that {@code "true"}, {@code "32MiB"} and {@code "[a, b]"}
 * keep their YAML meaning. It is quoted only if it would not be a single value otherwise.
 */
final class Yaml {
    private static final Pattern PLAIN = Pattern.compile("[\\w./+-]([\\w ./+:@%=,-]*[\\w./+=%-])?");
    private static final Pattern AMBIGUOUS = Pattern.compile("-( .*)?|.*: .*");

    private final StringBuilder text = new StringBuilder();

    private Yaml() {}

    static String write(Map<String, ?> document) {
        Yaml yaml = new Yaml();
        yaml.map(document, "");
        return yaml.text.toString();
    }

    private void map(Map<?, ?> map, String indent) {
        map.forEach(
                (key, value) -> {
                    text.append(indent).append(key).append(':');
                    value(value, indent);
                });
    }

    private void value(Object value, String indent) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            text.append('\n');
            map(map, indent + "  ");
        } else if (value instanceof Collection<?> list && !list.isEmpty()) {
            text.append('\n');
            list.forEach(item -> item(item, indent + "  "));
        } else {
            text.append(' ').append(scalar(value)).append('\n');
        }
    }

    private void item(Object item, String indent) {
        text.append(indent).append('-');
        value(item, indent);
    }

    /** Returns whether a text is one list in brackets or one map in braces, without a comment. */
    private static boolean isFlow(String text) {
        if (!text.matches("[\\[{][^#]*")) return false;
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '\n') return false;
            if (each == '[' || each == '{') depth++;
            if (each == ']' || each == '}') depth--;
            if (depth == 0) return i == text.length() - 1;
        }
        return false;
    }

    private static String scalar(Object value) {
        if (value instanceof Map) return "{}";
        if (value instanceof Collection) return "[]";
        String plain = value.toString();
        if (isFlow(plain)) return plain;
        if (PLAIN.matcher(plain).matches() && !AMBIGUOUS.matcher(plain).matches()) return plain;
        return '"' + plain.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
