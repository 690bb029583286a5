// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Helpers for the elements of a result array. */
final class Rows {
    private Rows() {}

    static List<JsonNode> of(JsonNode array) {
        List<JsonNode> rows = new ArrayList<>();
        array.forEach(rows::add);
        return rows;
    }

    /** Returns the runs of a result: one, or several under {@code runs}. */
    static List<JsonNode> runs(JsonNode result) {
        return result.has("runs") ? of(result.path("runs")) : List.of(result);
    }

    /** Groups rows by a key, in the order of each key's first row. */
    static Map<String, List<JsonNode>> by(List<JsonNode> rows, Function<JsonNode, String> key) {
        Map<String, List<JsonNode>> groups = new LinkedHashMap<>();
        for (JsonNode row : rows)
            groups.computeIfAbsent(key.apply(row), each -> new ArrayList<>()).add(row);
        return groups;
    }

    /** Returns a table cell: a formatted number, other text as it is, or a dash for none. */
    static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) return "-";
        return value.isNumber() ? Numbers.text(value.asDouble()) : value.asText();
    }

    /** Returns a number with its unit, and the range of its rounds if there are several. */
    static String range(JsonNode value, String unit, JsonNode rounds) {
        Bars.Bar bar = bar("", value.asDouble(), rounds);
        return cell(value)
                + " "
                + unit
                + (bar.high() > bar.low()
                        ? " (%s to %s)".formatted(Numbers.text(bar.low()), Numbers.text(bar.high()))
                        : "");
    }

    /** Returns a bar with the extremes of its rounds, if there are any. */
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
