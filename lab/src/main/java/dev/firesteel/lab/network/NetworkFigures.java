// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A network as it was asked for and as it was measured.
 *
 * @param asked the topology, as text
 * @param withinStationMicros the median round trip within one station, in microseconds: the part
 *     that is not the network's
 * @param measuredRoundTripMicros the median round trip of a small packet between the first pair
 * @param measuredBytesPerSecond the rate from one to the other of the first pair
 * @param measuredLoss the share of packets lost on one way between the first pair
 * @param pairs a pair for each kind of link
 * @param carried what the network carried in an experiment afterwards; null if there was none
 */
public record NetworkFigures(
        String asked,
        double withinStationMicros,
        double measuredRoundTripMicros,
        double measuredBytesPerSecond,
        double measuredLoss,
        List<Pair> pairs,
        @Nullable RelayReport carried) {
    /** The largest error of a round trip or a bandwidth that is no warning. */
    private static final double TOLERANCE = 0.1;

    private static final double DEVIATIONS = 3;

    /**
     * Two stations.
     *
     * @param from the number of a node, or client
     * @param to the same
     * @param askedRoundTripMicros the median round trip asked for
     * @param measuredRoundTripMicros the median of those measured
     * @param p99RoundTripMicros their 99th percentile
     * @param askedBytesPerSecond the bandwidth asked for; 0 for no limit
     * @param measuredBytesPerSecond the rate measured; without a limit, that of a TCP connection
     * @param askedLoss the loss asked for on one way, 0 to 1
     * @param measuredLoss that measured
     * @param packets the number of packets that were sent to measure it
     */
    public record Pair(
            String from,
            String to,
            double askedRoundTripMicros,
            double measuredRoundTripMicros,
            double p99RoundTripMicros,
            double askedBytesPerSecond,
            double measuredBytesPerSecond,
            double askedLoss,
            double measuredLoss,
            int packets) {
        /** Returns what is not as asked for, as sentences. */
        List<String> warnings(double withinStationMicros) {
            List<String> warnings = new ArrayList<>();
            double roundTrip = measuredRoundTripMicros - withinStationMicros;
            if (askedRoundTripMicros > 0
                    && Math.abs(roundTrip - askedRoundTripMicros)
                            > TOLERANCE * askedRoundTripMicros)
                warnings.add(
                        text(
                                "%s to %s: a round trip takes %.0f us without the stations' own time, and %.0f us were asked for",
                                from, to, roundTrip, askedRoundTripMicros));
            if (measuredBytesPerSecond == 0)
                warnings.add(text("%s to %s: no data arrived", from, to));
            else if (askedBytesPerSecond > 0
                    && Math.abs(measuredBytesPerSecond - askedBytesPerSecond)
                            > TOLERANCE * askedBytesPerSecond)
                warnings.add(
                        text(
                                "%s to %s: the bandwidth is %.1f MB/s, and %.1f MB/s were asked for",
                                from, to, measuredBytesPerSecond / 1e6, askedBytesPerSecond / 1e6));
            double deviation = Math.sqrt(Math.max(askedLoss * (1 - askedLoss), 1e-9) / packets);
            if (Math.abs(measuredLoss - askedLoss) > DEVIATIONS * deviation + 1.0 / packets)
                warnings.add(
                        text(
                                "%s to %s: %.3f %% of packets were lost, and %.3f %% were asked for",
                                from, to, 100 * measuredLoss, 100 * askedLoss));
            return warnings;
        }
    }

    static NetworkFigures of(String asked, double withinStationMicros, List<Pair> pairs) {
        Pair first = pairs.get(0);
        return new NetworkFigures(
                asked,
                withinStationMicros,
                first.measuredRoundTripMicros,
                first.measuredBytesPerSecond,
                first.measuredLoss,
                List.copyOf(pairs),
                null);
    }

    /** Returns these figures, with what was carried in an experiment. */
    NetworkFigures with(RelayReport report) {
        return new NetworkFigures(
                asked,
                withinStationMicros,
                measuredRoundTripMicros,
                measuredBytesPerSecond,
                measuredLoss,
                pairs,
                report);
    }

    /** Returns what is not as asked for, as sentences. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Pair pair : pairs) warnings.addAll(pair.warnings(withinStationMicros));
        if (carried != null) warnings.addAll(warnings(carried));
        return warnings;
    }

    private List<String> warnings(RelayReport report) {
        List<String> warnings = new ArrayList<>();
        double shortest =
                pairs.stream()
                        .mapToDouble(Pair::askedRoundTripMicros)
                        .filter(micros -> micros > 0)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY);
        if (report.lateP50Micros() > TOLERANCE * shortest / 2)
            warnings.add(
                    text(
                            "packets arrived %.0f us late in the median, more than a tenth of a delay:"
                                    + " the network had to wait for a processor",
                            report.lateP50Micros()));
        if (report.dropped() > 0)
            warnings.add(
                    text("%d packets were dropped, because a queue was full", report.dropped()));
        return warnings;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
