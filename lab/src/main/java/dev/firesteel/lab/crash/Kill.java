// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.ReplayState;
import org.jspecify.annotations.Nullable;

/**
 * A kill of a node.
 *
 * @param number its number, from 1
 * @param seed determines the moment and keys
 * @param fault the fault's name
 * @param effect its effect, in words
 * @param struck whether the fault had its intended effect
 * @param refused writes that the node refused, which clients may retry
 * @param loadSeconds from the beginning of the load to the kill; 0 if the campaign was interrupted
 * @param startUpKill whether the node was killed once more during startup
 * @param startUpSeconds time from its start to that kill; 0 if there was none
 * @param replay the state of its replay at that kill; null if there was none
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
    /** Returns whether the node was killed before its replay was over. */
    boolean cutReplay() {
        return startUpKill && replay != ReplayState.OVER;
    }

    /** Returns whether it was killed during replay. */
    boolean inReplay() {
        return replay == ReplayState.RUNNING;
    }

    /** Returns the kill that an interruption of the campaign itself amounts to. */
    static Kill interruption(int number, long seed) {
        return new Kill(number, seed, "interruption", "", true, 0, 0, false, 0, null);
    }
}
