// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** When a client begins its next operation. */
public enum Loop {
    /** When its last one has ended: this finds out how many a second there can be. */
    CLOSED,
    /** When it is due, at a fixed rate: this finds out how long they take at that rate. */
    OPEN;

    /** What the results call it. */
    @JsonValue
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
