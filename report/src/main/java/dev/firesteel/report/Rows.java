// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The elements of an array of results. */
final class Rows {
    private Rows() {}

    static List<JsonNode> of(JsonNode array) {
        List<JsonNode> rows = new ArrayList<>();
        array.forEach(rows::add);
        return rows;
    }

    /** Those that have a key in common, in the order of each key's first. */
    static Map<String, List<JsonNode>> by(List<JsonNode> rows, Function<JsonNode, String> key) {
        Map<String, List<JsonNode>> groups = new LinkedHashMap<>();
        for (JsonNode row : rows)
            groups.computeIfAbsent(key.apply(row), each -> new ArrayList<>()).add(row);
        return groups;
    }

    /** A cell of a table: a number as a number, anything else as it is, nothing as a dash. */
    static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) return "-";
        return value.isNumber() ? Numbers.text(value.asDouble()) : value.asText();
    }

    /** A bar as long as a figure, with the extremes of its rounds where they are known. */
    static Bars.Bar bar(String name, double value, JsonNode rounds) {
        double low = value;
        double high = value;
        for (JsonNode round : rounds) {
            low = Math.min(low, round.asDouble());
            high = Math.max(high, round.asDouble());
        }
        return new Bars.Bar(name, value, low, high);
    }
}
