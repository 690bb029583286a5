// SPDX-License-Identifier: Apache-2.0
/**
 * Reads, compares, changes and restores the configuration of an installed Cassandra.
 *
 * <p>Start with {@link dev.firesteel.operations.home.CassandraHome}.
 */
@NullMarked
package dev.firesteel.operations.home;

import org.jspecify.annotations.NullMarked;
