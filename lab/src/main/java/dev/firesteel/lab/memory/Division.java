// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;

/**
 * A way to divide memory.
 *
 * @param name its own among those that are compared
 */
public record Division(String name, Budget budget) {}
