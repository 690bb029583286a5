// SPDX-License-Identifier: Apache-2.0
/** Syncs files that Cassandra relies on after a crash, and leaves unsynced. */
@NullMarked
package dev.firesteel.agent.filesync;

import org.jspecify.annotations.NullMarked;
