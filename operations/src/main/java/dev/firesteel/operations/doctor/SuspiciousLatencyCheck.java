// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;

/**
 * Checks for durable writes with implausibly low latency.
 *
 * <p>The rule applies to drives that report a volatile write cache. If the median of sequential
 * durable writes is below 100 µs, the drive completes them before they are in flash. Flash takes
 * about that long to program a page, and most of it several times as long.
 *
 * <p>The limits: a drive with power-loss protection is legitimately as fast, and some of them
 * report the cache as volatile. A slower drive may ignore flushes, too. So the result is never a
 * problem.
 */
final class SuspiciousLatencyCheck implements Check {
    static final long RULE_NANOS = 100_000;

    private static final String NAME = "too-fast";

    private final Optional<Drive> drive;
    private final Trial trial;

    SuspiciousLatencyCheck(Optional<Drive> drive, Trial trial) {
        this.drive = drive;
        this.trial = trial;
    }

    @Override
    public List<Finding> findings() {
        if (drive.isEmpty() || trial.latencies().isEmpty() || drive.get().isInMemory())
            return List.of();
        long median = trial.latencies().get(0).medianNanos();
        return List.of(of(drive.get(), median).with("ruleNanos", RULE_NANOS));
    }

    private static Finding of(Drive drive, long median) {
        if (median >= RULE_NANOS)
            return Finding.ok(
                    NAME,
                    ("A median of %s is slow enough for flash (the rule: %s). This is no proof:"
                                    + " only a power cut is.")
                            .formatted(Quantity.time(median), Quantity.time(RULE_NANOS)));
        if (drive.isCacheVolatile())
            return Finding.note(
                    NAME,
                    ("%s is faster than flash (the rule: %s), on a drive that reports a volatile"
                                    + " write cache. Either the cache survives a loss of power, or"
                                    + " flushes are ignored; this check cannot distinguish the two.")
                            .formatted(Quantity.time(median), Quantity.time(RULE_NANOS)),
                    "Check the drive's data sheet for power-loss protection. If there is none, do"
                            + " not trust the drive: test it with a power cut under load.");
        if (drive.isVirtual())
            return Finding.note(
                    NAME,
                    ("%s is faster than flash (the rule: %s), and this virtual drive reports no"
                                    + " volatile write cache: the hypervisor may keep writes in memory.")
                            .formatted(Quantity.time(median), Quantity.time(RULE_NANOS)),
                    "Check that the hypervisor writes through, or to a drive with power-loss"
                            + " protection.");
        return Finding.ok(
                NAME,
                ("%s is as fast as a drive with power-loss protection, and it reports no volatile"
                                + " write cache, as such a drive does. Confirm it in the data sheet.")
                        .formatted(Quantity.time(median)));
    }
}
