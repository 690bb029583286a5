// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.table;

/** Replies to clients that are sent by a callback, so that no thread blocks for them. */
public interface HeldReplies {
    /** The number of replies held now. */
    int held();

    /** The age of the oldest reply held now, in nanoseconds; 0 if there is none. */
    long oldestHeldNanos();

    /** The number of replies held since the start. */
    long heldSinceStart();
}
