// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

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
        Path directory, long totalBytes, BooleanSupplier blocksWrites, long checkMillis) {}
