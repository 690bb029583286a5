// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/** What recovery makes of a place in a segment: the rows of the decision table. */
public enum Finding {
    /** Header and body are intact: its entries are replayed. */
    A_INTACT,
    /** Header intact, body not, sequence at or below the durable watermark: damage. */
    B_DAMAGED_BODY,
    /** Header intact, body not, sequence above the watermark: torn, it was never acknowledged. */
    C_TORN_BODY,
    /** No header, intact records behind it, sequence at or below the watermark: damage. */
    D_DAMAGED_HOLE,
    /** No header, intact records behind it, sequence above the watermark: torn. */
    E_TORN_HOLE,
    /** Nothing intact follows, but the watermark says that something was there: damage. */
    F_DAMAGED_TAIL,
    /** Nothing intact follows and nothing was acknowledged: the end of the segment. */
    G_END,
    /** Both copies of a slot's bookkeeping are unreadable: damage. */
    H_DAMAGED_BOOKKEEPING,
    /** The device could not be read: damage. */
    I_UNREADABLE,
    /** A record's head lies where it was not written, on or before what is needed: damage. */
    J_MISPLACED;

    /** Whether something acknowledged is, or may be, missing. */
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
