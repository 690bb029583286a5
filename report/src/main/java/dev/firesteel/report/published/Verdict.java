// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.annotation.JsonValue;

/** The verdict on a number beside the published one. */
public enum Verdict {
    /** The whole interval is near the published value. */
    AGREES("agrees"),
    /** The effect has the published direction, and is larger. */
    LARGER("same direction, larger"),
    /** The effect has the published direction, and is smaller. */
    SMALLER("same direction, smaller"),
    /** The effect has the published direction. Its size is not printed, or not decided here. */
    SAME_DIRECTION("same direction"),
    /** The whole interval lies outside the bounds of the published direction. */
    DISAGREES("disagrees"),
    /** The interval is partly within the bounds: more rounds are needed. */
    NOT_DECIDED("not decided"),
    /** No direction is published. */
    NOT_JUDGED("not judged"),
    /** There is no number here. */
    NOT_MEASURED("not measured");

    private final String title;

    Verdict(String title) {
        this.title = title;
    }

    /** Returns the name used in results. */
    @JsonValue
    public String title() {
        return title;
    }
}
