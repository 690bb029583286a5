// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Locale;
import java.util.Optional;

/**
 * A self-check: rate times mean latency is the number of requests under way. In a closed loop that
 * is the number of clients. More cannot be: a count or a clock is wrong. Less means that clients do
 * something else than wait for the node, which then is not what is measured.
 */
final class LittlesLaw {
    private static final double MOST = 1.02;
    private static final double LEAST = 0.9;
    private static final double MICROS_PER_SECOND = 1e6;

    private LittlesLaw() {}

    /** What is wrong with a measurement, if anything is. */
    static Optional<String> complaint(Measurement one) {
        double underWay = underWay(one.loop(), one.result());
        double share = underWay / one.result().threads();
        if (share > MOST) return Optional.of(text(underWay, one, "which cannot be"));
        boolean isToBeBusy = one.loop() == Loop.CLOSED;
        if (isToBeBusy && !(share >= LEAST))
            return Optional.of(text(underWay, one, "the client is the bottleneck"));
        return Optional.empty();
    }

    /** In an open loop latencies begin before their requests do. */
    private static double underWay(Loop loop, YcsbResult result) {
        return loop == Loop.CLOSED
                ? result.operationsPerSecond() * result.meanMicros() / MICROS_PER_SECOND
                : result.busySeconds() / result.seconds();
    }

    private static String text(double underWay, Measurement one, String verdict) {
        return String.format(
                Locale.ROOT,
                "Little's law does not hold: rate x mean latency is %.1f of %d clients, %s",
                underWay,
                one.result().threads(),
                verdict);
    }
}
