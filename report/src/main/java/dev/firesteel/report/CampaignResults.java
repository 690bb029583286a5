// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Renders the output of {@code lab crash --json} and {@code lab powercut --json}. */
final class CampaignResults implements ResultKind {
    private static final List<String> KEYS =
            List.of(
                    "attempted",
                    "acknowledged",
                    "lost",
                    "seen",
                    "seenAndGone",
                    "phantom",
                    "corrupted",
                    "restartSecondsMax");

    @Override
    public boolean knows(JsonNode object) {
        return (isOfKills(object) || object.path("cuts").isNumber())
                && KEYS.stream().allMatch(object::has);
    }

    private static boolean isOfKills(JsonNode object) {
        return object.path("kills").isNumber();
    }

    @Override
    public List<Section> sections(ResultFile results) {
        List<JsonNode> campaigns = results.objects();
        return List.of(
                new Section(
                        "Writes lost in crashes",
                        results.name(),
                        campaigns.stream().map(CampaignResults::answer).toList(),
                        method(campaigns),
                        List.of(figure(campaigns)),
                        List.of(),
                        Provenance.of(campaigns.get(0))));
    }

    private static List<String> method(List<JsonNode> campaigns) {
        List<String> method = new ArrayList<>();
        boolean hasKills = campaigns.stream().anyMatch(CampaignResults::isOfKills);
        boolean hasCuts = !campaigns.stream().allMatch(CampaignResults::isOfKills);
        if (hasKills)
            method.add(
                    "Nodes are killed while clients write and read. A kill proves nothing about a drive: it completes what it was given.");
        if (hasCuts)
            method.add("The power of simulated drives is cut while clients write and read.");
        method.add(
                "Afterwards every acknowledged write must be there, and every value that a reader saw.");
        return method;
    }

    private static String answer(JsonNode campaign) {
        return "%s: %s writes acknowledged, %s keys lost; %s values read, %s keys seen and gone; %s phantom, %s corrupted%s."
                .formatted(
                        name(campaign),
                        Rows.cell(campaign.path("acknowledged")),
                        Rows.cell(campaign.path("lost")),
                        Rows.cell(campaign.path("seen")),
                        Rows.cell(campaign.path("seenAndGone")),
                        Rows.cell(campaign.path("phantom")),
                        Rows.cell(campaign.path("corrupted")),
                        reports(campaign));
    }

    /** Tells of reported damage: no row may have been read after it. */
    private static String reports(JsonNode campaign) {
        String reports = "";
        if (campaign.path("reported").asLong() > 0)
            reports +=
                    "; damage reported after %s cuts, falsely after %s, and no row could be read after %s"
                            .formatted(
                                    campaign.path("reported").asText(),
                                    campaign.path("falseAlarms").asText(),
                                    campaign.path("unread").asText());
        if (campaign.path("silent").asLong() > 0)
            reports +=
                    "; a loss not reported after %s cuts"
                            .formatted(campaign.path("silent").asText());
        return reports;
    }

    private static String name(JsonNode campaign) {
        int nodes = campaign.path("nodes").asInt(1);
        return "%s, %s%s%s%s"
                .formatted(
                        campaign.path("target").asText(),
                        campaign.has("kind")
                                ? campaign.path("kind").asText().toLowerCase(Locale.ROOT) + ", "
                                : "",
                        isOfKills(campaign)
                                ? count(campaign.path("kills"), "kill")
                                : count(campaign.path("cuts"), "power cut"),
                        nodes > 1 ? " of " + nodes + " nodes" : "",
                        campaign.path("lying").asBoolean() ? ", a drive that lies" : "");
    }

    private static String count(JsonNode number, String of) {
        return number.asText() + " " + of + (number.asInt() == 1 ? "" : "s");
    }

    private static Figure figure(List<JsonNode> campaigns) {
        return new Figure(
                "Writes and reads, and what became of them",
                "'Lost' and 'seen and gone' count keys.",
                "",
                new Table(
                        List.of(
                                "campaign",
                                "attempted",
                                "acknowledged",
                                "lost",
                                "values read",
                                "seen and gone",
                                "phantom",
                                "corrupted",
                                "longest restart, s"),
                        campaigns.stream().map(CampaignResults::row).toList()));
    }

    private static List<String> row(JsonNode campaign) {
        List<String> row = new ArrayList<>(List.of(name(campaign)));
        for (String key : KEYS) row.add(Rows.cell(campaign.path(key)));
        return row;
    }
}
