// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Optional;

/** Tries a place. */
interface Trials {
    /**
     * Tries it.
     *
     * @param drive below the place, whose flushes are counted
     * @param write whether a block device may be written to that is not blank
     */
    Trial of(Place place, Optional<Drive> drive, boolean write);
}
