// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

/** Formats counts of things. */
public final class Amount {
    private static final int SECONDS_PER_MINUTE = 60;

    private Amount() {}

    /**
     * Returns a count and its noun: {@code 1 kill}, {@code 20 kills}.
     *
     * @param noun in the singular, with a plural in -s
     */
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Returns a duration in minutes, rounded up: {@code 1 minute}, {@code 20 minutes}. */
    public static String minutes(long seconds) {
        return of((seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE, "minute");
    }
}
