// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol of FUSE: requests of the kernel to a file system, and this process's replies. {@link
 * FuseConnection} mounts a file system.
 */
@NullMarked
package dev.firesteel.lab.fuse;

import org.jspecify.annotations.NullMarked;
