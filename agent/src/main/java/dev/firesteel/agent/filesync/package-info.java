// SPDX-License-Identifier: Apache-2.0
/** Writes and syncs what Cassandra leaves unwritten and unsynced. */
@NullMarked
package dev.firesteel.agent.filesync;

import org.jspecify.annotations.NullMarked;
