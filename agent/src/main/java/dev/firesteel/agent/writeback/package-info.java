// SPDX-License-Identifier: Apache-2.0
/** Sends SSTables to the drive while they are written, instead of all at once at their sync. */
@NullMarked
package dev.firesteel.agent.writeback;

import org.jspecify.annotations.NullMarked;
