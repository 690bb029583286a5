// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks measurements by Little's law: rate times mean latency is the number of requests in flight.
 * In a closed loop that is the number of clients. A higher value means a wrong count or clock. A
 * lower value means that clients spend time elsewhere, and the node is not the bottleneck.
 */
final class LittlesLaw {
    private static final double MOST = 1.02;
    private static final double LEAST = 0.9;
    private static final double MICROS_PER_SECOND = 1e6;

    private LittlesLaw() {}

    /** Returns the problem of a measurement, if it has one. */
    static Optional<String> complaint(Measurement one) {
        double underWay = underWay(one.loop(), one.result());
        double share = underWay / one.result().threads();
        if (share > MOST) return Optional.of(text(underWay, one, "which is impossible"));
        boolean isToBeBusy = one.loop() == Loop.CLOSED;
        if (isToBeBusy && !(share >= LEAST))
            return Optional.of(text(underWay, one, "the client is the bottleneck"));
        return Optional.empty();
    }

    /** Open-loop latencies start before their requests do, at the intended time. */
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
