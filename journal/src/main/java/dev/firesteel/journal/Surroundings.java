// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.List;

/**
 * What a replay of some segments has to know of the rest of the device, as it was when it was read.
 *
 * @param live all segments that are live
 * @param misplaced heads of records in the bookkeeping, whatever it is of
 */
record Surroundings(List<Bookkeeping> live, List<MisplacedHead> misplaced) {
    /** Of a journal whose recovery has ended: nothing of what was there is needed any more. */
    static final Surroundings NONE = new Surroundings(List.of(), List.of());
}
