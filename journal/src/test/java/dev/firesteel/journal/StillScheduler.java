// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/** The machine's threads, without time: nothing is ever due. */
final class StillScheduler extends MachineScheduler {
    @Override
    public long nanoTime() {
        return 0;
    }
}
