// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How a campaign goes.
 *
 * @param directory everything of the campaign is below it: the node, the ledger, the results
 * @param kills how often to kill under load, at least 1
 * @param seed decides when and which keys
 * @param shape the rows of the ledger
 * @param threads how many write at once
 * @param shortestLoad the node is killed no earlier than this after the first acknowledgement
 * @param longestLoad and no later than this
 * @param address the loopback address of the node
 * @param heap the heap of the node, in the JVM's units
 */
public record CampaignSettings(
        Path directory,
        int kills,
        long seed,
        LedgerShape shape,
        int threads,
        Duration shortestLoad,
        Duration longestLoad,
        String address,
        String heap) {
    /** As often as not a node is killed while it warms up, and as often once it runs at speed. */
    public static final Duration SHORTEST_LOAD = Duration.ofMillis(100);

    /** See {@link #SHORTEST_LOAD}. */
    public static final Duration LONGEST_LOAD = Duration.ofSeconds(20);

    /** Enough for rows to be read, written anew and flushed, few enough to be scanned quickly. */
    public static final int KEYS = 50_000;

    /** As many as a journal has to keep apart in earnest. */
    public static final int THREADS = 64;

    public CampaignSettings {
        directory = directory.toAbsolutePath().normalize();
        if (kills < 1) throw new IllegalArgumentException("kills must be at least 1, not " + kills);
        if (shortestLoad.isNegative() || shortestLoad.compareTo(longestLoad) > 0)
            throw new IllegalArgumentException(
                    "loads must be 0 or longer, the shortest no longer than the longest");
    }

    /** A campaign with every default. */
    public static CampaignSettings of(Path directory, int kills, long seed, String address) {
        return new CampaignSettings(
                directory,
                kills,
                seed,
                LedgerShape.ofKeys(KEYS),
                THREADS,
                SHORTEST_LOAD,
                LONGEST_LOAD,
                address,
                "1G");
    }

    Path node() {
        return directory.resolve("node");
    }

    Path ledger() {
        return directory.resolve("ledger");
    }

    Path results() {
        return directory.resolve("results.jsonl");
    }

    Path summary() {
        return directory.resolve("summary.json");
    }
}
