// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place of a number in the result of an experiment. All places are JSON pointers (RFC 6901).
 *
 * @param experiment the experiment's name
 * @param in an array that holds the element to read; null for the result itself
 * @param where the values that identify the element, by their place in it
 * @param at the number's place in that element
 * @param rounds the place of the numbers that it is the median of; null if there are none
 * @param low the place of the lower end of its interval; null if it has none
 * @param high the place of the upper end
 * @param times the factor to multiply by; null for 1
 */
public record ResultPointer(
        String experiment,
        @Nullable String in,
        @Nullable Map<String, JsonNode> where,
        String at,
        @Nullable String rounds,
        @Nullable String low,
        @Nullable String high,
        @Nullable Double times) {
    /**
     * A number with its interval.
     *
     * @param value the number
     * @param low the lower end of its interval, or the lowest of its rounds, or the number
     * @param high the upper end, likewise
     * @param rounds the numbers that it is the median of; empty if unknown
     */
    record Value(double value, double low, double high, List<Double> rounds) {
        /** Returns a value with the extremes of its rounds, if there are any. */
        static Value of(double value, List<Double> rounds) {
            double low = value;
            double high = value;
            for (double round : rounds) {
                low = Math.min(low, round);
                high = Math.max(high, round);
            }
            return new Value(value, low, high, List.copyOf(rounds));
        }
    }

    /** Returns the number, if the experiment has it. */
    Optional<Value> of(Map<String, JsonNode> results) {
        JsonNode result = results.get(experiment);
        return result == null ? Optional.empty() : element(result).flatMap(this::value);
    }

    private Optional<JsonNode> element(JsonNode result) {
        if (in == null) return Optional.of(result);
        for (JsonNode element : result.at(in)) if (isMeant(element)) return Optional.of(element);
        return Optional.empty();
    }

    private boolean isMeant(JsonNode element) {
        return where == null
                || where.entrySet().stream()
                        .allMatch(each -> isSame(element.at(each.getKey()), each.getValue()));
    }

    /** Compares numbers by value: 20 and 20.0 are different nodes. */
    private static boolean isSame(JsonNode found, JsonNode wanted) {
        return wanted.isNumber()
                ? found.isNumber() && found.asDouble() == wanted.asDouble()
                : found.equals(wanted);
    }

    private Optional<Value> value(JsonNode element) {
        JsonNode found = element.at(at);
        if (!found.isNumber()) return Optional.empty();
        double value = scaled(found);
        if (low != null && high != null) {
            JsonNode least = element.at(low);
            JsonNode most = element.at(high);
            if (least.isNumber() && most.isNumber())
                return Optional.of(new Value(value, scaled(least), scaled(most), List.of()));
        }
        List<Double> each = new ArrayList<>();
        if (rounds != null) element.at(rounds).forEach(round -> each.add(scaled(round)));
        return Optional.of(Value.of(value, each));
    }

    private double scaled(JsonNode number) {
        return number.asDouble() * (times == null ? 1 : times);
    }
}
