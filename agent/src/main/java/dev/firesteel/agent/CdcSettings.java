// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Cassandra's settings for change data capture.
 *
 * @param directory {@code cdc_raw_directory}, which exists
 * @param totalBytes {@code cdc_total_space}
 * @param blocksWrites {@code cdc_block_writes}, which can be changed while the node runs
 * @param checkMillis {@code cdc_free_space_check_interval}
 */
record CdcSettings(
        Path directory, long totalBytes, BooleanSupplier blocksWrites, long checkMillis) {
    /** Refuses a directory in which Cassandra replays and deletes files. Both must exist. */
    static void requireApart(Path directory, Path commitLog) throws Refusal {
        try {
            if (!Files.isSameFile(directory, commitLog)) return;
        } catch (IOException e) {
            throw new Refusal("cannot read " + directory + ": " + e.getMessage(), e);
        }
        throw new Refusal(
                "cdc_raw_directory, "
                        + directory
                        + ", is commitlog_directory: Cassandra replays and deletes the files there,"
                        + " read by a consumer or not. Give it a directory of its own");
    }
}
