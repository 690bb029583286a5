// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * What a journal takes from the machine besides its device.
 *
 * @param clock wall-clock time, for identifiers
 * @param nanoClock a clock that never goes back, for bounded waits
 * @param threads makes the committers and the keeper
 */
record Environment(InstantSource clock, LongSupplier nanoClock, ThreadFactory threads) {
    /** The machine as it is. */
    static Environment real() {
        return new Environment(
                InstantSource.system(),
                System::nanoTime, // owns clock
                Environment::daemon);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work); // owns threads
        thread.setDaemon(true);
        return thread;
    }
}
