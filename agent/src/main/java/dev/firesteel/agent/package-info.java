/**
 * Replaces Cassandra's commit log by the journal.
 *
 * <p>{@link dev.firesteel.agent.FiresteelAgent} is the entry point; {@link
 * dev.firesteel.agent.NodeJournal} is the commit log. The thin classes in {@code
 * org.apache.cassandra.db.commitlog} need Cassandra's own package to access its commit log.
 */
@NullMarked
package dev.firesteel.agent;

import org.jspecify.annotations.NullMarked;
