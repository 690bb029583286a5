// SPDX-License-Identifier: Apache-2.0
/**
 * Replays a trace on simulated drives: a file system allocates pages to files, and each drive uses
 * its own placement, side by side.
 *
 * <p>Start with {@link dev.firesteel.flash.replay.Simulation}.
 */
@NullMarked
package dev.firesteel.flash.replay;

import org.jspecify.annotations.NullMarked;
