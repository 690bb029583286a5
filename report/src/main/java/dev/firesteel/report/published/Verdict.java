// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.annotation.JsonValue;

/** The verdict on a number: whether it is within the bounds of the published shape. */
public enum Verdict {
    /** The whole interval lies within. */
    HOLDS("holds"),
    /** The whole interval lies outside. */
    FAILS("does not hold"),
    /** Part of the interval lies within: more rounds are needed. */
    UNDECIDED("undecided"),
    /** The shape does not depend on it. */
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
