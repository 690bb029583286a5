// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The start time of a client's next operation. */
public enum Loop {
    /** When its last one has ended: measures the maximum rate. */
    CLOSED,
    /** When it is due, at a fixed rate: measures latency at that rate. */
    OPEN;

    /** The name in results. */
    @JsonValue
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
