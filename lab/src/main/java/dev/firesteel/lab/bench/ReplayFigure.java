// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;

/** A figure by which replays are compared. Lower is better for all. */
public enum ReplayFigure implements ComparisonLabels {
    /** Duration of the replay. */
    REPLAY("replaySeconds", "replay", "longer", "shorter"),
    /** Duration of the whole start. */
    START("startSeconds", "start", "longer", "shorter"),
    /** Peak memory of the start. */
    PEAK("peakResidentBytes", "peak memory", "more", "less");

    private final String key;
    private final String title;
    private final String above;
    private final String below;

    ReplayFigure(String key, String title, String above, String below) {
        this.key = key;
        this.title = title;
        this.above = above;
        this.below = below;
    }

    /** The key in JSON. */
    @JsonValue
    public String key() {
        return key;
    }

    /** The name for readers. */
    String title() {
        return title;
    }

    @Override
    public String above() {
        return above;
    }

    @Override
    public String below() {
        return below;
    }

    double of(ReplayMeasurement one) {
        return switch (this) {
            case REPLAY -> one.replaySeconds();
            case START -> one.startSeconds();
            case PEAK -> one.peakResidentBytes();
        };
    }
}
