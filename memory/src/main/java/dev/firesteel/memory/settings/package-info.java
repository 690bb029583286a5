// SPDX-License-Identifier: Apache-2.0
/**
 * A division of memory in the words of Cassandra, and into its files.
 *
 * <p>Start with {@link dev.firesteel.memory.settings.MemorySettings}; {@link
 * dev.firesteel.memory.settings.CassandraHome} has the files.
 */
@NullMarked
package dev.firesteel.memory.settings;

import org.jspecify.annotations.NullMarked;
