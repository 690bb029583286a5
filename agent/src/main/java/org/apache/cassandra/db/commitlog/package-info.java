// SPDX-License-Identifier: Apache-2.0
/**
 * The few classes of Firesteel that have to live in Cassandra's package to reach its commit log.
 *
 * <p>They are thin: what they do is in {@link dev.firesteel.agent}. Each is null-marked itself; the
 * package is Cassandra's, and Cassandra is not.
 */
package org.apache.cassandra.db.commitlog;
