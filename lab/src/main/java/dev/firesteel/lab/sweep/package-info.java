// SPDX-License-Identifier: Apache-2.0
/**
 * Measures latencies of a cluster up to and beyond its saturation. Start with {@link
 * dev.firesteel.lab.sweep.Sweep}.
 */
@NullMarked
package dev.firesteel.lab.sweep;

import org.jspecify.annotations.NullMarked;
