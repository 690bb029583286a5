// SPDX-License-Identifier: Apache-2.0
/**
 * Models the effect of memory on a database: the time of reads and writes by memory size.
 *
 * <p>Start with {@link dev.firesteel.memory.TimeModel}, which {@link dev.firesteel.memory.Fit} fits
 * to {@link dev.firesteel.memory.Measurements}. {@link dev.firesteel.memory.LruCache} computes the
 * hit ratio of a cache from the distribution of keys. A {@link dev.firesteel.memory.Budget} splits
 * the memory of a machine. {@link dev.firesteel.memory.Objective} finds the best split from a
 * {@link dev.firesteel.memory.Calibration}.
 */
@NullMarked
package dev.firesteel.memory;

import org.jspecify.annotations.NullMarked;
