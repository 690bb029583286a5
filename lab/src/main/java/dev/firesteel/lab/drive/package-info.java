// SPDX-License-Identifier: Apache-2.0
/**
 * Drives whose power can be cut. A drive is a file that a process of ours serves through FUSE, and
 * a loop device over it: so the kernel sends it the writes and flushes that it would send to
 * hardware, and what was written and not flushed is in our hands when the power goes.
 *
 * <p>Start with {@link Drive}, which decides what a cut leaves, and {@link DriveBay}, which a
 * campaign uses.
 */
@NullMarked
package dev.firesteel.lab.drive;

import org.jspecify.annotations.NullMarked;
