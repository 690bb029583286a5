// SPDX-License-Identifier: Apache-2.0
/**
 * Configures, starts, stops and kills real Cassandra processes on this machine.
 *
 * <p>Start with {@link dev.firesteel.node.CassandraNode}.
 */
@NullMarked
package dev.firesteel.node;

import org.jspecify.annotations.NullMarked;
