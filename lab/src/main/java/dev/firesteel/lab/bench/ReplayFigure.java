// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;

/** A figure by which replays are compared. Of each, less is better. */
public enum ReplayFigure implements Wording {
    /** How long the replay took. */
    REPLAY("replaySeconds", "replay", "longer", "shorter"),
    /** How long the whole start took. */
    START("startSeconds", "start", "longer", "shorter"),
    /** How much memory that took at most. */
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

    /** What machines call it. */
    @JsonValue
    public String key() {
        return key;
    }

    /** What people call it. */
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
