// SPDX-License-Identifier: Apache-2.0
/**
 * Workloads on data that is smaller and larger than memory, on drives that are fast and slow: open
 * {@link dev.firesteel.lab.matrix.Matrix} first.
 */
@NullMarked
package dev.firesteel.lab.matrix;

import org.jspecify.annotations.NullMarked;
