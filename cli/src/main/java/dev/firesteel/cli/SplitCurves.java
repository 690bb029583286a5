// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Measurement;
import dev.firesteel.memory.Objective.Expectation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The models and the objective as points of curves, for a page that draws them. */
record SplitCurves(SplitText split) {
    private static final int PIECES = 24;
    private static final double MICROSECONDS = 1e6;

    Map<String, @Nullable Object> fields() throws BudgetException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("reads", model(split.reads(), split.calibration().reads()));
        fields.put("writes", model(split.writes(), split.calibration().writes()));
        fields.put("objective", objective());
        return fields;
    }

    private static Map<String, @Nullable Object> model(Fit fit, List<Measurement> measured) {
        Map<String, @Nullable Object> model = new LinkedHashMap<>();
        List<Map<String, @Nullable Object>> points = new ArrayList<>();
        for (Measurement each : measured) {
            Map<String, @Nullable Object> point = new LinkedHashMap<>();
            point.put("mebibytes", each.memory());
            point.put("micros", each.seconds() * MICROSECONDS);
            points.add(point);
        }
        List<Map<String, @Nullable Object>> curve = new ArrayList<>();
        for (int i = 0; i <= PIECES; i++) {
            double memory = fit.smallest() + (fit.largest() - fit.smallest()) * i / PIECES;
            Fit.Interval band = fit.band(memory);
            Map<String, @Nullable Object> place = new LinkedHashMap<>();
            place.put("mebibytes", memory);
            place.put("micros", fit.seconds(memory) * MICROSECONDS);
            place.put("low", Math.max(0, band.low()) * MICROSECONDS); // no time is below 0
            place.put("high", band.high() * MICROSECONDS);
            curve.add(place);
        }
        model.put("measured", points);
        model.put("curve", curve);
        return model;
    }

    private List<Map<String, @Nullable Object>> objective() throws BudgetException {
        List<Map<String, @Nullable Object>> places = new ArrayList<>();
        long from = split.objective().smallestBytes();
        long to = split.objective().largestBytes();
        for (int i = 0; i <= PIECES; i++) {
            Expectation each = split.objective().at(from + (to - from) / PIECES * i);
            Map<String, @Nullable Object> place = new LinkedHashMap<>();
            place.put("mebibytes", (double) each.budget().memtableBytes() / Budget.MIB);
            place.put("objective", each.value());
            place.put("reads", each.reads().perSecond() / split.objective().readMax());
            place.put("writes", each.writes().perSecond() / split.objective().writeMax());
            place.put("isMeasured", each.isMeasured());
            places.add(place);
        }
        return places;
    }
}
