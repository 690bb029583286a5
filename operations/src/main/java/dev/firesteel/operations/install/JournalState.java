// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

/** The state of a journal, determined without reading all of it. */
public enum JournalState {
    /** All its writes are in SSTables. */
    CLEAN,
    /** It holds writes that are in no SSTable. */
    DIRTY,
    /** The running node has it open. */
    OPEN,
    /** Its metadata is corrupt, or it is not a journal. */
    DAMAGED,
    /** It holds only zeros: it was never formatted, or was erased. */
    BLANK,
    /** It is on a device that is too small for it, or that has larger blocks. */
    MISFIT,
    /** Cassandra's user may not open it. */
    CLOSED,
    /** It has a version of the format that this program cannot read. */
    OTHER_VERSION,
    /** It is in memory, which is not asked for. */
    VOLATILE,
    /** It does not exist. */
    MISSING,
    /** It exists, but cannot be read: by this user, or because of an error. */
    UNREADABLE
}
