// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

/** How a journal stands, as far as can be told without reading all of it. */
public enum JournalState {
    /** Everything that was written to it is in SSTables. */
    CLEAN,
    /** It holds writes that are in no SSTable. */
    DIRTY,
    /** The node that runs has it. */
    OPEN,
    /** What it says of itself cannot be trusted, or is no journal. */
    DAMAGED,
    /** It is not there. */
    MISSING,
    /** It is there, and cannot be looked into. */
    UNREADABLE
}
