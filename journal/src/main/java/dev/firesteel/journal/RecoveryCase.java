// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/** The state of a place in a segment, as recovery finds it: the rows of the decision table. */
public enum RecoveryCase {
    /** Header and body are intact: the entries are replayed. */
    A_INTACT,
    /** Header intact, body not, sequence at or below the durable watermark: damage. */
    B_DAMAGED_BODY,
    /** Header intact, body not, sequence above the watermark: torn, it was never acknowledged. */
    C_TORN_BODY,
    /** No header, intact records behind it, sequence at or below the watermark: damage. */
    D_DAMAGED_HOLE,
    /** No header, intact records behind it, sequence above the watermark: torn. */
    E_TORN_HOLE,
    /** Nothing intact follows, but the watermark covers a missing record: damage. */
    F_DAMAGED_TAIL,
    /** Nothing intact follows and nothing was acknowledged: the end of the segment. */
    G_END,
    /** Both copies of a slot's metadata are unreadable or out of date: damage. */
    H_DAMAGED_BOOKKEEPING,
    /** The device could not be read: damage. */
    I_UNREADABLE,
    /** A record header lies where it does not belong, on or before needed data: damage. */
    J_MISPLACED;

    /** Returns whether acknowledged data is, or may be, missing. */
    public boolean isDamage() {
        return switch (this) {
            case B_DAMAGED_BODY,
                    D_DAMAGED_HOLE,
                    F_DAMAGED_TAIL,
                    H_DAMAGED_BOOKKEEPING,
                    I_UNREADABLE,
                    J_MISPLACED ->
                    true;
            case A_INTACT, C_TORN_BODY, E_TORN_HOLE, G_END -> false;
        };
    }
}
