// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reports the latency of durable writes. */
final class LatencyCheck implements Check {
    private static final String NAME = "latency";
    private static final long SLOW_NANOS = 10_000_000;

    private final Trial trial;

    LatencyCheck(Trial trial) {
        this.trial = trial;
    }

    @Override
    public List<Finding> findings() {
        Trial.Skip skip = trial.skip();
        if (skip != null)
            return List.of(
                    new Finding(skip.level(), NAME, skip.why() + ".", skip.advice(), facts()));
        List<Finding> findings = new ArrayList<>();
        for (Latency latency : trial.latencies()) findings.add(of(latency));
        if (!trial.latencies().isEmpty() && trial.latencies().get(0).medianNanos() > SLOW_NANOS)
            findings.add(
                    Finding.note(
                            NAME,
                            "That is slow: each record of the journal needs as long, and so do"
                                    + " client writes that wait for it.",
                            "Check whether the drive is busy with other work; if not, use a"
                                    + " flash drive."));
        return findings;
    }

    private static Map<String, Object> facts() {
        return Map.of("measured", false);
    }

    private static Finding of(Latency latency) {
        return Finding.ok(
                        NAME,
                        "%d at once: median %s, p99 %s, %d a second (%d writes)."
                                .formatted(
                                        latency.depth(),
                                        Quantity.time(latency.medianNanos()),
                                        Quantity.time(latency.p99Nanos()),
                                        latency.perSecond(),
                                        latency.writes()))
                .with("measured", true)
                .with("writeBytes", DurableWrites.WRITE_BYTES)
                .with("depth", latency.depth())
                .with("writes", latency.writes())
                .with("medianNanos", latency.medianNanos())
                .with("p99Nanos", latency.p99Nanos())
                .with("writesPerSecond", latency.perSecond());
    }
}
