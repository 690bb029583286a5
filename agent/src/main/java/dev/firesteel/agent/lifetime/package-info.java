// SPDX-License-Identifier: Apache-2.0
/**
 * Sets the write-lifetime hint of each file before its first byte, and counts files.
 *
 * <p>Cassandra's code calls {@link dev.firesteel.agent.lifetime.FileCalls} instead of the JDK;
 * {@link dev.firesteel.agent.lifetime.Lifetimes} does the work. Only {@link
 * dev.firesteel.agent.lifetime.SSTableLevels} and the classes it uses depend on Cassandra.
 */
@NullMarked
package dev.firesteel.agent.lifetime;

import org.jspecify.annotations.NullMarked;
