// SPDX-License-Identifier: Apache-2.0
/**
 * What memory is worth to a database: how long reads and writes take with so much of it.
 *
 * <p>Start with {@link dev.firesteel.memory.TimeModel}, which {@link dev.firesteel.memory.Fit} has
 * fitted to {@link dev.firesteel.memory.Measurements}; {@link dev.firesteel.memory.LruCache} says
 * from the distribution of keys alone how many reads a cache answers. A {@link
 * dev.firesteel.memory.Budget} divides the memory of a machine, and {@link
 * dev.firesteel.memory.Objective} tells which division is best, by a {@link
 * dev.firesteel.memory.Calibration}.
 */
@NullMarked
package dev.firesteel.memory;

import org.jspecify.annotations.NullMarked;
