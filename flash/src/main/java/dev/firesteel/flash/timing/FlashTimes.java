// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The times of the flash, in nanoseconds, as data sheets give them.
 *
 * @param read from the array into the register of a plane (tR), at least 1
 * @param program of the register into the array (tPROG), at least 1
 * @param erase of a block (tBERS), at least 0
 * @param transfer of a page between register and controller, at least 0
 */
public record FlashTimes(long read, long program, long erase, long transfer) {
    /** The longest time: ten seconds. */
    private static final long LONGEST = 10_000_000_000L;

    /**
     * Checks the times.
     *
     * @throws ImpossibleGeometryException if one is out of range
     */
    public FlashTimes {
        require("read", read, 1);
        require("program", program, 1);
        require("erase", erase, 0);
        require("transfer", transfer, 0);
    }

    private static void require(String what, long nanos, long least) {
        if (nanos < least || nanos > LONGEST)
            throw new ImpossibleGeometryException(
                    "the %s time must be %s to 10 s, not %,d ns"
                            .formatted(what, least == 0 ? "0" : "1 ns", nanos));
    }
}
