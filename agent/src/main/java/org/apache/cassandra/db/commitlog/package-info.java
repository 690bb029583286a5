// SPDX-License-Identifier: Apache-2.0
/**
 * The classes of Firesteel that need Cassandra's package to access its commit log.
 *
 * <p>They are thin: the work is done in {@link dev.firesteel.agent}. Each is null-marked itself,
 * because Cassandra's package is not.
 */
package org.apache.cassandra.db.commitlog;
