// SPDX-License-Identifier: Apache-2.0
/**
 * Tells the kernel how long what is in a file will live, before the file's first byte, and keeps
 * count.
 *
 * <p>{@link dev.firesteel.agent.lifetime.FileCalls} is what Cassandra's code calls in the place of
 * the JDK's; {@link dev.firesteel.agent.lifetime.Lifetimes} is what runs. Only {@link
 * dev.firesteel.agent.lifetime.SSTableLevels} and what it uses knows Cassandra.
 */
@NullMarked
package dev.firesteel.agent.lifetime;

import org.jspecify.annotations.NullMarked;
