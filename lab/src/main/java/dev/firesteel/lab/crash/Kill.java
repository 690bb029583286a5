// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/**
 * How a node was killed.
 *
 * @param number its number, from 1
 * @param seed what decided when and which keys
 * @param loadSeconds from the first acknowledgement to the kill; 0 if it was the campaign that was
 *     interrupted
 * @param startUpKill whether the node was killed once more while it started
 * @param startUpSeconds how long it had been starting then; 0 if it was not killed there
 * @param cutReplay whether it had not replayed everything by then
 */
record Kill(
        int number,
        long seed,
        double loadSeconds,
        boolean startUpKill,
        double startUpSeconds,
        boolean cutReplay) {}
