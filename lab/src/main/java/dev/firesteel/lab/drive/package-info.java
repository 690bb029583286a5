// SPDX-License-Identifier: Apache-2.0
/**
 * Simulates drives whose power can be cut. A drive is a file that a process of the lab serves
 * through FUSE, and a loop device over it. The kernel sends it the same writes and flushes as to
 * hardware. The lab thus controls all unflushed writes when the power is cut.
 *
 * <p>Start with {@link Drive}, which decides the losses of a cut, and {@link SimulatedDrives},
 * which a campaign uses.
 */
@NullMarked
package dev.firesteel.lab.drive;

import org.jspecify.annotations.NullMarked;
