// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import dev.firesteel.lab.bench.Workload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sweep does.
 *
 * @param workload what clients do, such as {@code a} or {@code 95/5}
 * @param rows how many rows there are
 * @param ycsb all that YCSB is told
 * @param consistency how many replicas acknowledge
 * @param clients how many requests there may be at once; a curve each
 * @param parts the rates to measure at, over the rate that the same clients reach where each sends
 *     its next request when it has the answer to its last; rising
 * @param warmUpSeconds the longest time to wait until the rate at full speed has settled
 * @param seconds how long to measure at each
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
    /** Fewer say nothing of how steady a rate is. */
    private static final int FEWEST_SECONDS = 3;

    /** A curve of fewer has no knee. */
    private static final int FEWEST_PARTS = 4;

    public SweepSettings {
        ycsb = new TreeMap<>(ycsb);
        if (new Workload(workload).hasPairs())
            throw new IllegalArgumentException(
                    "workload f cannot be swept: its operations are two each, a read and a write");
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

    /** How many measurements there are: one at full speed and one for each rate, for each curve. */
    public int steps() {
        return clients.size() * (1 + parts.size());
    }

    /** How long to go on at a rate before it is measured. */
    int rateWarmUpSeconds() {
        return seconds / 4 + 1;
    }

    /** About how long they take at least: more if the rate settles late, or is not kept. */
    public long leastSeconds() {
        return (long) steps() * (rateWarmUpSeconds() + seconds);
    }
}
