// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;

/**
 * The time at which several processes begin together.
 *
 * @param at the time
 */
record StartTime(Instant at) {
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /**
     * Parses a time.
     *
     * @throws IllegalArgumentException if it is over, or more than an hour ahead
     */
    static StartTime parse(String text) {
        return parse(text, Clock.systemUTC()); // owns clock
    }

    static StartTime parse(String text, InstantSource clock) {
        Instant at;
        try {
            at = Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "--start-at '%s' is not a time such as 2026-12-01T08:30:00Z".formatted(text),
                    e);
        }
        Duration wait = Duration.between(clock.instant(), at);
        if (wait.isNegative())
            throw new IllegalArgumentException("--start-at %s is over".formatted(text));
        if (wait.compareTo(LONGEST_WAIT) > 0)
            throw new IllegalArgumentException(
                    "--start-at %s is more than an hour ahead".formatted(text));
        return new StartTime(at);
    }

    /**
     * Waits for it.
     *
     * @throws IOException if it is over
     */
    void await(InstantSource clock) throws IOException, InterruptedException {
        Duration wait = Duration.between(clock.instant(), at);
        if (wait.isNegative())
            throw new IOException(
                    "--start-at %s was over before the node had answered: give a later time"
                            .formatted(at));
        TimeUnit.NANOSECONDS.sleep(wait.toNanos());
    }
}
