// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Optional;

/** Tests a place. */
interface Trials {
    /**
     * Tests the place.
     *
     * @param drive the drive below the place, whose flushes are counted
     * @param write whether to write to a block device that is not blank
     */
    Trial of(Place place, Optional<Drive> drive, boolean write);
}
