// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * The services of the machine that a journal uses besides its device.
 *
 * @param clock wall-clock time, for identifiers
 * @param scheduler threads, waiting, and time for bounded waits
 * @param random for epochs: differs from run to run even if the clock does not
 */
record Environment(InstantSource clock, Scheduler scheduler, RandomGenerator random) {
    /** Returns the services of the real machine. */
    static Environment real() {
        return new Environment(InstantSource.system(), new MachineScheduler(), new SecureRandom());
    }
}
