// SPDX-License-Identifier: Apache-2.0
/** SSTables go to the drive while they are written, and not all at once when they are synced. */
@NullMarked
package dev.firesteel.agent.writeback;

import org.jspecify.annotations.NullMarked;
