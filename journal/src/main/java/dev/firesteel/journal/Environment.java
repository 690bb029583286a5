// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.time.InstantSource;

/**
 * What a journal takes from the machine besides its device.
 *
 * @param clock wall-clock time, for identifiers
 * @param scheduler threads, waiting, and time for bounded waits
 */
record Environment(InstantSource clock, Scheduler scheduler) {
    /** The machine as it is. */
    static Environment real() {
        return new Environment(InstantSource.system(), new MachineScheduler());
    }
}
