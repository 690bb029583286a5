// SPDX-License-Identifier: Apache-2.0
/**
 * Recordings of writes to a drive: files that are created, written and deleted, or a device's
 * sectors.
 *
 * <p>Start with {@link dev.firesteel.flash.trace.Trace}.
 */
@NullMarked
package dev.firesteel.flash.trace;

import org.jspecify.annotations.NullMarked;
