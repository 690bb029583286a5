// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Size;
import dev.firesteel.flash.replay.DriveOutcome;
import dev.firesteel.flash.replay.Lifetimes.Measured;
import dev.firesteel.flash.replay.Recommendation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats suggested lifetimes for people and for machines. */
record RecommendationText(Recommendation recommendation) {

    /** Returns lines that are valid in a {@code firesteel.yaml} as a whole. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "# %-20s %12s %16s %14s  lifetime"
                        .formatted("kind", "written", "half dead after", "or seconds"));
        for (Measured each : recommendation.lifetimes().classes())
            lines.add(
                    "# %-20s %12s %16s %14s  %s"
                            .formatted(
                                    each.fileClass(),
                                    new Size((long) each.writtenBytes()),
                                    (each.isSeen() ? "" : "> ") + new Size((long) each.bytes()),
                                    "%.1f".formatted(each.seconds()),
                                    each.lifetime()));
        lines.add("# simulated on " + drive() + ":");
        for (DriveOutcome each : recommendation.outcomes())
            lines.add(
                    "#   %-12s write amplification %.4f"
                            .formatted(each.placement(), each.writeAmplification()));
        lines.addAll(recommendation.lifetimes().map().lines());
        return lines;
    }

    private String drive() {
        return "%s, spare %s, blocks of %s, filled to %s"
                .formatted(
                        new Size(recommendation.simulation().drive().bytes()),
                        recommendation.simulation().drive().spare(),
                        new Size(recommendation.simulation().drive().blockBytes()),
                        recommendation.simulation().filling());
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> lifetimes = new LinkedHashMap<>();
        List<Map<String, @Nullable Object>> classes = new ArrayList<>();
        for (Measured each : recommendation.lifetimes().classes()) {
            lifetimes.put(each.fileClass().toString(), each.lifetime());
            classes.add(fields(each));
        }
        Map<String, @Nullable Object> gains = new LinkedHashMap<>();
        for (DriveOutcome each : recommendation.outcomes())
            gains.put(each.placement(), each.writeAmplification());
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("lifetimes", lifetimes);
        fields.put("classes", classes);
        fields.put("driveBytes", recommendation.simulation().drive().bytes());
        fields.put("writeAmplification", gains);
        fields.put("steady", recommendation.isSteady());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Measured each) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("class", each.fileClass());
        fields.put("writtenBytes", (long) each.writtenBytes());
        fields.put("medianBytes", (long) each.bytes());
        fields.put("medianSeconds", each.seconds());
        fields.put("medianSeen", each.isSeen());
        fields.put("lifetime", each.lifetime());
        return fields;
    }
}
