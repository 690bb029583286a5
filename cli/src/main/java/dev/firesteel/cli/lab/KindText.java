// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of node as it is written: {@code NAME=KEY:VALUE,...}, such as {@code
 * big=cores:0.4,nodes:3}. A part without a key belongs to the value before it, so that values may
 * have commas.
 *
 * @param name the kind's name
 * @param values by key
 */
record KindText(String name, Map<String, String> values) {
    private static final List<String> KEYS =
            List.of("cores", "nodes", "clients", "rows", "network");
    private static final Pattern KIND = Pattern.compile("([A-Za-z0-9_-]{1,30})=(.+)");

    static KindText parse(String text) {
        Matcher parts = KIND.matcher(text.strip());
        if (!parts.matches())
            throw refused(text, "it is not NAME=KEY:VALUE,..., such as big=cores:0.4,nodes:3");
        Map<String, String> values = new LinkedHashMap<>();
        String last = "";
        for (String part : parts.group(2).split(",", -1)) {
            String key = part.substring(0, Math.max(0, part.indexOf(':'))).strip();
            if (KEYS.contains(key)) {
                if (values.put(key, part.substring(part.indexOf(':') + 1).strip()) != null)
                    throw refused(text, key + " is given twice");
                last = key;
            } else if (last.equals("network") || (last.equals("nodes") && key.isEmpty()))
                values.merge(last, part, (before, more) -> before + "," + more);
            else throw refused(text, "'%s' is none of %s".formatted(part, String.join(", ", KEYS)));
        }
        return new KindText(parts.group(1), values);
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("--kind '%s': %s".formatted(text, why));
    }

    Optional<String> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Returns a number of at least 0. */
    Optional<Double> number(String key) {
        return value(key)
                .map(
                        text -> {
                            if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?"))
                                throw new IllegalArgumentException(
                                        "%s '%s' is not a number".formatted(key, text));
                            return Double.valueOf(text);
                        });
    }

    /** Returns a whole number. */
    Optional<Integer> count(String key) {
        return value(key)
                .map(
                        text -> {
                            if (!text.matches("[0-9]{1,9}"))
                                throw new IllegalArgumentException(
                                        "%s '%s' is not a whole number".formatted(key, text));
                            return Integer.valueOf(text);
                        });
    }
}
