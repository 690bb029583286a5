// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of an installed Cassandra: read, compared, changed, and given back.
 *
 * <p>Start with {@link dev.firesteel.operations.home.CassandraHome}.
 */
@NullMarked
package dev.firesteel.operations.home;

import org.jspecify.annotations.NullMarked;
