// SPDX-License-Identifier: Apache-2.0
/**
 * Simulates drives whose power can be cut, or that take as long as a model of a drive. A drive is a
 * file that a process of the lab serves through FUSE, and a loop device over it: the kernel sends
 * it the same writes and flushes as to hardware. Or the process serves a file system, and writes
 * each file to the stream of its lifetime hint; the power of such a drive cannot be cut.
 *
 * <p>Start with {@link SimulatedDrives}, which a campaign uses. {@link Drive} decides the losses of
 * a cut, {@link DriveClock} the time of an answer, and {@link FileServer} serves files.
 */
@NullMarked
package dev.firesteel.lab.drive;

import org.jspecify.annotations.NullMarked;
