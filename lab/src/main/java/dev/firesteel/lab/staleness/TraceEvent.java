// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of Cassandra's trace of a request ({@code system_traces.events}).
 *
 * @param activity the event, in Cassandra's words
 * @param source the node of the event, an address without a port
 * @param micros elapsed time of that node's work on the request; negative if unknown, as after the
 *     request's end
 */
record TraceEvent(String activity, String source, long micros) {
    private static final Pattern MESSAGE =
            Pattern.compile(
                    "(?:Sending )?(?<verb>[A-Z_]+) message (?<way>to|received from)"
                            + " [^/ ]*/\\[?(?<peer>[0-9a-fA-F.:%]+?)\\]?:\\d+(?: message size .*)?");

    /** A message between two nodes: sent by the source if {@code isSent}, else received by it. */
    record Sending(String verb, String peer, boolean isSent) {}

    /** Returns the message sent or received, if the event is one. */
    Optional<Sending> message() {
        Matcher message = MESSAGE.matcher(activity);
        if (!message.matches()) return Optional.empty();
        return Optional.of(
                new Sending(
                        message.group("verb"),
                        message.group("peer"),
                        message.group("way").equals("to")));
    }
}
