// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;

/**
 * What figures of caches depend on.
 *
 * @param workload what clients did, to which rows, and for how long, in words
 * @param budget how memory was divided
 */
public record CacheTerms(String workload, Budget budget) {}
