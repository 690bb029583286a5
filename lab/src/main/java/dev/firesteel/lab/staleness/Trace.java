// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Cassandra's trace of one request, and the one-way latencies of its messages (W, A, R and S of the
 * WARS model) derived from it.
 *
 * <p>Every node counts by its own clock from when it took part. A coordinator traces the sending of
 * a message and the arrival of the answer; the replica traces its own processing time. The
 * remaining time is network latency. Half of it is assumed for each way, the only assumption here.
 */
final class Trace {
    private static final double MICROS = 1e3;

    /** Activities traced by Cassandra. */
    private static final String APPLIES = "Adding to ";

    private static final String READS = "Executing single-partition query on ";

    private final List<TraceEvent> events;
    private final String coordinator;
    private final double totalMillis;
    private final double clientMillis;

    /**
     * Creates a trace.
     *
     * @param events in their order
     * @param coordinator the address of the client's coordinator
     * @param totalMillis the coordinator's latency
     * @param clientMillis the client's latency
     */
    Trace(List<TraceEvent> events, String coordinator, double totalMillis, double clientMillis) {
        this.events = events;
        this.coordinator = coordinator;
        this.totalMillis = totalMillis;
        this.clientMillis = clientMillis;
    }

    /** Returns the latency of request and reply between client and coordinator. */
    private double hopMillis() {
        return Math.max(0, clientMillis - totalMillis);
    }

    /**
     * Returns the traced write.
     *
     * @param replicas the number that it was sent to, and waited for
     * @return empty if the trace is incomplete
     */
    Optional<TracedWrite> write(int replicas) {
        Map<String, Double> applied = new HashMap<>();
        Map<String, Double> acknowledged = new HashMap<>();
        for (TraceEvent event : events) {
            if (isOfCoordinator(event) && event.activity().startsWith(APPLIES)) {
                applied.put(coordinator, event.micros() / MICROS);
                acknowledged.put(coordinator, event.micros() / MICROS);
            }
            for (RoundTrip trip : roundTrip(event, "MUTATION").stream().toList()) {
                applied.put(trip.peer, trip.sent + trip.way() + trip.until(APPLIES));
                acknowledged.put(trip.peer, trip.back);
            }
        }
        if (applied.size() != replicas) return Optional.empty();
        double last = acknowledged.values().stream().mapToDouble(each -> each).max().orElse(0);
        return Optional.of(
                new TracedWrite(
                        applied,
                        acknowledged.values().stream().sorted().toList(),
                        Math.max(0, totalMillis - last),
                        hopMillis(),
                        clientMillis));
    }

    /**
     * Returns the traced read.
     *
     * @param replicas the number that it was sent to, and waited for
     * @return empty if the trace is incomplete
     */
    Optional<TracedRead> read(int replicas) {
        Map<String, Double> asked = new HashMap<>();
        for (TraceEvent event : events) {
            if (isOfCoordinator(event) && isReading(event))
                asked.put(coordinator, event.micros() / MICROS);
            for (RoundTrip trip : roundTrip(event, "READ").stream().toList())
                asked.put(trip.peer, trip.sent + trip.way() + trip.until(READS));
        }
        if (asked.size() != replicas) return Optional.empty();
        return Optional.of(new TracedRead(asked, hopMillis(), clientMillis));
    }

    private boolean isOfCoordinator(TraceEvent event) {
        return event.source().equals(coordinator) && event.micros() >= 0;
    }

    private static boolean isReading(TraceEvent event) {
        return event.activity().startsWith(READS);
    }

    /** Returns the round trip that starts when the coordinator sends such a request. */
    private Optional<RoundTrip> roundTrip(TraceEvent event, String kind) {
        if (!isOfCoordinator(event)) return Optional.empty();
        return event.message()
                .filter(message -> message.isSent() && message.verb().equals(kind + "_REQ"))
                .flatMap(message -> roundTrip(message.peer(), event.micros() / MICROS, kind));
    }

    private Optional<RoundTrip> roundTrip(String peer, double sent, String kind) {
        OptionalDouble back = millisOf(coordinator, peer, kind + "_RSP", false);
        OptionalDouble came = millisOf(peer, coordinator, kind + "_REQ", false);
        OptionalDouble left = millisOf(peer, coordinator, kind + "_RSP", true);
        if (back.isEmpty() || came.isEmpty() || left.isEmpty()) return Optional.empty();
        return Optional.of(
                new RoundTrip(
                        peer, sent, back.getAsDouble(), came.getAsDouble(), left.getAsDouble()));
    }

    private OptionalDouble millisOf(String source, String peer, String verb, boolean isSent) {
        TraceEvent.Sending wanted = new TraceEvent.Sending(verb, peer, isSent);
        return events.stream()
                .filter(event -> event.source().equals(source) && event.micros() >= 0)
                .filter(event -> event.message().filter(wanted::equals).isPresent())
                .mapToDouble(event -> event.micros() / MICROS)
                .findFirst();
    }

    /** A request to a replica and its answer: two times of the coordinator, two of the replica. */
    private final class RoundTrip {
        private final String peer;
        private final double sent;
        private final double back;
        private final double came;
        private final double left;

        private RoundTrip(String peer, double sent, double back, double came, double left) {
            this.peer = peer;
            this.sent = sent;
            this.back = back;
            this.came = came;
            this.left = left;
        }

        /** Returns the one-way latency. */
        private double way() {
            return Math.max(0, back - sent - (left - came)) / 2;
        }

        /**
         * Returns the time from the request's receipt to an activity, or to the answer if that is
         * not traced.
         */
        private double until(String activity) {
            return events.stream()
                            .filter(event -> event.source().equals(peer) && event.micros() >= 0)
                            .filter(event -> event.activity().startsWith(activity))
                            .mapToDouble(event -> event.micros() / MICROS)
                            .findFirst()
                            .orElse(left)
                    - came;
        }
    }
}
