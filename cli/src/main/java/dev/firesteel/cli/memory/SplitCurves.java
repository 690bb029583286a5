// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Measurement;
import dev.firesteel.memory.RecommendedSplit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Returns the models and the objective as points of curves, for a page that draws them. */
record SplitCurves(RecommendedSplit split) {
    private static final SplitSamples SAMPLES = new SplitSamples(24);

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
            point.put("micros", each.seconds() * SplitSamples.MICROSECONDS);
            points.add(point);
        }
        List<Map<String, @Nullable Object>> curve = new ArrayList<>();
        for (SplitSamples.Time each : SAMPLES.times(fit, fit.smallest(), fit.largest())) {
            Map<String, @Nullable Object> place = new LinkedHashMap<>();
            place.put("mebibytes", each.mebibytes());
            place.put("micros", each.micros());
            place.put("low", each.low());
            place.put("high", each.high());
            curve.add(place);
        }
        model.put("measured", points);
        model.put("curve", curve);
        return model;
    }

    private List<Map<String, @Nullable Object>> objective() throws BudgetException {
        List<Map<String, @Nullable Object>> places = new ArrayList<>();
        for (SplitSamples.Value each : SAMPLES.values(split.objective())) {
            Map<String, @Nullable Object> place = new LinkedHashMap<>();
            place.put("mebibytes", each.mebibytes());
            place.put("objective", each.objective());
            place.put("reads", each.reads());
            place.put("writes", each.writes());
            place.put("isMeasured", each.isMeasured());
            places.add(place);
        }
        return places;
    }
}
