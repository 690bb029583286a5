/**
 * The journal in the place of Cassandra's commit log.
 *
 * <p>{@link dev.firesteel.agent.FiresteelAgent} is where the JVM enters; {@link
 * dev.firesteel.agent.CommitLogJournal} is what runs. What has to live in Cassandra's own package
 * to reach its commit log is in {@code org.apache.cassandra.db.commitlog}, and thin.
 */
@NullMarked
package dev.firesteel.agent;

import org.jspecify.annotations.NullMarked;
