// SPDX-License-Identifier: Apache-2.0
/**
 * What memory is worth to a database: how long reads and writes take with so much of it.
 *
 * <p>Start with {@link dev.firesteel.memory.TimeModel}, which {@link dev.firesteel.memory.Fit} has
 * fitted to {@link dev.firesteel.memory.Measurements}; {@link dev.firesteel.memory.LruCache} says
 * from the distribution of keys alone how many reads a cache answers.
 */
@NullMarked
package dev.firesteel.memory;

import org.jspecify.annotations.NullMarked;
