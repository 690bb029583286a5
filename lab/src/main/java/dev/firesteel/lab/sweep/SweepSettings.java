// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import dev.firesteel.lab.bench.Workload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of a sweep.
 *
 * @param workload the clients' operations, such as {@code a} or {@code 95/5}
 * @param rows the number of rows
 * @param ycsb YCSB's properties
 * @param consistency the consistency level
 * @param clients the maximum numbers of concurrent requests; a curve each
 * @param parts the rates to measure at, relative to the closed-loop rate of the same clients;
 *     rising
 * @param warmUpSeconds maximum time until the rate at full speed is in steady state
 * @param seconds duration of the measurement at each rate
 */
public record SweepSettings(
        String workload,
        int rows,
        Map<String, String> ycsb,
        String consistency,
        List<Integer> clients,
        List<Double> parts,
        int warmUpSeconds,
        int seconds) {
    /** Fewer do not show the variation of a rate. */
    private static final int FEWEST_SECONDS = 3;

    /** A curve with fewer points has no knee. */
    private static final int FEWEST_PARTS = 4;

    public SweepSettings {
        ycsb = new TreeMap<>(ycsb);
        if (new Workload(workload).hasPairs())
            throw new IllegalArgumentException(
                    "workload f cannot be swept: some of its operations are two, a read and an"
                            + " update");
        clients = clients.stream().distinct().toList();
        parts = parts.stream().distinct().sorted().toList();
        if (rows < 1) throw new IllegalArgumentException("--rows must be at least 1, not " + rows);
        if (clients.isEmpty() || clients.stream().anyMatch(count -> count < 1))
            throw new IllegalArgumentException("--clients must be 1 or more each, not " + clients);
        if (parts.stream().anyMatch(part -> !(part > 0 && part <= 10)))
            throw new IllegalArgumentException(
                    "--parts must be above 0 and at most 10 each, not " + parts);
        if (parts.size() < FEWEST_PARTS)
            throw new IllegalArgumentException(
                    "--parts must be at least %d different ones, not %s"
                            .formatted(FEWEST_PARTS, parts));
        if (warmUpSeconds < 1)
            throw new IllegalArgumentException(
                    "--warm-up must be at least 1, not " + warmUpSeconds);
        if (seconds < FEWEST_SECONDS)
            throw new IllegalArgumentException(
                    "--seconds must be at least %d, not %d".formatted(FEWEST_SECONDS, seconds));
    }

    /** Returns the measurements: for each curve, one at full speed and one for each rate. */
    public int steps() {
        return clients.size() * (1 + parts.size());
    }

    /** Returns the seconds of load at a rate before it is measured. */
    int rateWarmUpSeconds() {
        return seconds / 4 + 1;
    }

    /** Returns the approximate minimum seconds: late steady states and missed rates add to it. */
    public long leastSeconds() {
        return (long) steps() * (rateWarmUpSeconds() + seconds);
    }
}
