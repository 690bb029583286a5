// SPDX-License-Identifier: Apache-2.0
/**
 * Measures workloads on data smaller and larger than memory, on fast and slow drives. Start with
 * {@link dev.firesteel.lab.matrix.Matrix}.
 */
@NullMarked
package dev.firesteel.lab.matrix;

import org.jspecify.annotations.NullMarked;
