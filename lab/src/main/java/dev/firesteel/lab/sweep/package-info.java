// SPDX-License-Identifier: Apache-2.0
/**
 * How long operations take the closer a cluster comes to what it can do, and where that ends: open
 * {@link dev.firesteel.lab.sweep.Sweep} first.
 */
@NullMarked
package dev.firesteel.lab.sweep;

import org.jspecify.annotations.NullMarked;
