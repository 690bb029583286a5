// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;

/**
 * Terms that figures of caches depend on.
 *
 * @param workload the clients' operations, rows and duration, in words
 * @param budget the memory split
 */
public record CacheTerms(String workload, Budget budget) {}
