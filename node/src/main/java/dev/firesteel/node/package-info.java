// SPDX-License-Identifier: Apache-2.0
/**
 * Real Cassandra processes on this machine: configured, started, stopped and killed.
 *
 * <p>Start with {@link dev.firesteel.node.CassandraNode}.
 */
@NullMarked
package dev.firesteel.node;

import org.jspecify.annotations.NullMarked;
