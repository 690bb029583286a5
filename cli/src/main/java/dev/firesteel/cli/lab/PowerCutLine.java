// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.crash.PowerCutResult;

/**
 * Formats a power cut in one line.
 *
 * @param cut its result
 */
record PowerCutLine(PowerCutResult cut) {
    /**
     * Returns the line.
     *
     * @param of the total number of cuts
     */
    String text(int of) {
        return "Cut %d of %d after %.1f s%s%s: %d of %d writes acknowledged, %s%s, %s%s; %s in %.1f s"
                .formatted(
                        cut.cut(),
                        of,
                        cut.loadSeconds(),
                        faults(),
                        cut.startUpCut() ? ", again while it started" : "",
                        cut.acknowledged(),
                        cut.attempted(),
                        SightText.of(cut.seen(), cut.seenUnacknowledged()),
                        cut.lying() ? promises() : "",
                        cut.unread() ? "rows unreadable" : rows(),
                        cut.reported() ? report() : "",
                        cut.unread() ? "not restarted" : "restarted",
                        cut.restartSeconds());
    }

    private String faults() {
        return part(cut.stallSeconds(), "with stalled drives")
                + part(cut.partitionSeconds(), "with a partition");
    }

    private static String part(double seconds, String fault) {
        return seconds == 0 ? "" : ", %.1f s of them %s".formatted(seconds, fault);
    }

    private String promises() {
        return ", %d promised records lost (%d detectable)"
                .formatted(cut.promisedRecordsLost(), cut.tellable());
    }

    private String rows() {
        return "%d lost%s, %d seen and gone, %d phantom, %d corrupted%s"
                .formatted(
                        cut.lost(),
                        cut.lostReported() > 0 ? " and reported" : "",
                        cut.gone(),
                        cut.phantom(),
                        cut.corrupted(),
                        HistoryText.of(cut.histories(), cut.changes()));
    }

    private String report() {
        return cut.promisedSectorsLost() > 0
                ? ", damage reported"
                : ", damage reported though the drive had kept its promises";
    }
}
