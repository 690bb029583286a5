// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The actions of blkparse that can stand for a request, the most exact first. */
enum BlockAction {
    COMPLETED("C", ""),
    QUEUED("Q", ""),
    DISPATCHED(
            "D",
            "no write in it was queued (Q) or has completed (C): those dispatched to the drive (D)"
                    + " count, a requeued one twice"),
    INSERTED(
            "I",
            "no write in it was queued (Q), dispatched (D) or has completed (C): those inserted into"
                    + " the scheduler (I) count, without what was merged into them later");

    private static final int ACTION = 5;
    private static final Pattern FAILURE = Pattern.compile("\\[-?[0-9]*[1-9][0-9]*]");
    private static final List<BlockAction> ALL = List.of(values());

    private final String letter;
    private final String note;

    BlockAction(String letter, String note) {
        this.letter = letter;
        this.note = note;
    }

    String letter() {
        return letter;
    }

    /** Returns the note for people if this action counts; empty if none is needed. */
    String note() {
        return note;
    }

    /** Returns the action of a line; null if it cannot stand for a request. */
    static @Nullable BlockAction of(Lines lines) {
        for (BlockAction each : ALL) if (lines.is(ACTION, each.letter)) return each;
        return null;
    }

    /** Returns whether a line is the completion of a request that failed: [number], not [0]. */
    static boolean isFailure(Lines lines) {
        if (!lines.is(ACTION, COMPLETED.letter)) return false;
        return FAILURE.matcher(lines.text(lines.fields() - 1)).matches();
    }
}
