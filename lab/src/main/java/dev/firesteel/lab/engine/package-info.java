// SPDX-License-Identifier: Apache-2.0
/**
 * The journal's engine beside other durable logs and the drive. What appends is a program of its
 * own, the module {@code benchmarks}: here it is started, in rounds, and what it says is compared.
 */
@NullMarked
package dev.firesteel.lab.engine;

import org.jspecify.annotations.NullMarked;
