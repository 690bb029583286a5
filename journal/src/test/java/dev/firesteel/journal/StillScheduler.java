// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/** Real threads, without time: no timer is ever due. */
final class StillScheduler extends MachineScheduler {
    @Override
    public long nanoTime() {
        return 0;
    }
}
