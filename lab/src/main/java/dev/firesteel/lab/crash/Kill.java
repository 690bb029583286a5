// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.ReplayState;
import org.jspecify.annotations.Nullable;

/**
 * How a node was killed.
 *
 * @param number its number, from 1
 * @param seed what decided when and which keys
 * @param fault the fault's name
 * @param effect what came of it, in words
 * @param struck whether the fault struck as it should
 * @param refused writes that the node refused, so that clients may try again
 * @param loadSeconds from the beginning of the load to the kill; 0 if it was the campaign that was
 *     interrupted
 * @param startUpKill whether the node was killed once more while it started
 * @param startUpSeconds how long it had been starting then; 0 if it was not killed there
 * @param replay how far its replay was then; null if it was not killed there
 */
record Kill(
        int number,
        long seed,
        String fault,
        String effect,
        boolean struck,
        long refused,
        double loadSeconds,
        boolean startUpKill,
        double startUpSeconds,
        @Nullable ReplayState replay) {
    /** Whether the node was killed before its replay was over. */
    boolean cutReplay() {
        return startUpKill && replay != ReplayState.OVER;
    }

    /** Whether it was killed while it replayed. */
    boolean inReplay() {
        return replay == ReplayState.RUNNING;
    }

    /** The campaign itself was interrupted, and its node with it. */
    static Kill interruption(int number, long seed) {
        return new Kill(number, seed, "interruption", "", true, 0, 0, false, 0, null);
    }
}
