// SPDX-License-Identifier: Apache-2.0
/**
 * A trace on simulated drives: a file system gives its files pages, and each drive places them by
 * its own rule, side by side.
 *
 * <p>Start with {@link dev.firesteel.flash.replay.Simulation}.
 */
@NullMarked
package dev.firesteel.flash.replay;

import org.jspecify.annotations.NullMarked;
