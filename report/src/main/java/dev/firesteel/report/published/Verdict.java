// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.annotation.JsonValue;

/** Whether a number here lies within the bounds that the shape of the published figure sets. */
public enum Verdict {
    /** All of its interval does. */
    HOLDS("holds"),
    /** Nothing of its interval does. */
    FAILS("does not hold"),
    /** Part of its interval does: more rounds would tell. */
    UNDECIDED("undecided"),
    /** The shape does not depend on it. */
    NOT_JUDGED("not judged"),
    /** There is no number here. */
    NOT_MEASURED("not measured");

    private final String title;

    Verdict(String title) {
        this.title = title;
    }

    /** What results call it. */
    @JsonValue
    public String title() {
        return title;
    }
}
