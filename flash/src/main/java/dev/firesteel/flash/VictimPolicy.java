// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/**
 * Decides which block is erased next. It is told of every block that has been written to its end (a
 * candidate from then on), and of every page that a candidate loses.
 */
public interface VictimPolicy {
    /** Makes a policy for a drive. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes the policy.
         *
         * @param blocks what is known of the drive's blocks, which changes all the time
         */
        VictimPolicy over(Blocks blocks);
    }

    /** A block is full, and becomes a candidate. */
    void add(int block);

    /** A page of a candidate is no longer valid. {@link Blocks#validPages} has changed already. */
    void invalidated(int block);

    /** Chooses a candidate, which is none from then on. There is one. */
    int choose();
}
