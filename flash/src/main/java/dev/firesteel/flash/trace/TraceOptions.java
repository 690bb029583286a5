// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import org.jspecify.annotations.Nullable;

/**
 * Options of reading a trace, for what its file leaves open.
 *
 * @param device the device to read, as the trace names it; null if the trace has one alone
 * @param timeUnit the unit of times in a trace of DiskSim's columns; null for DiskSim's own
 */
public record TraceOptions(@Nullable String device, @Nullable TimeUnit timeUnit) {
    /** Leaves nothing open: one device, and usual units. */
    public static final TraceOptions NONE = new TraceOptions(null, null);

    /** A unit of times. */
    public enum TimeUnit {
        MS(1_000),
        US(1),
        NS(0.001);

        private final double micros;

        TimeUnit(double micros) {
            this.micros = micros;
        }

        /** Returns its microseconds. */
        double micros() {
            return micros;
        }
    }
}
