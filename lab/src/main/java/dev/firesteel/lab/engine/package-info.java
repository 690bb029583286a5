// SPDX-License-Identifier: Apache-2.0
/**
 * Compares the journal's engine with other durable logs and the drive. The appending program is the
 * module {@code benchmarks}. This package starts it, in rounds, and compares the results.
 */
@NullMarked
package dev.firesteel.lab.engine;

import org.jspecify.annotations.NullMarked;
