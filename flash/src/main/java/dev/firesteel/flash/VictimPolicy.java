// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/**
 * Chooses the block to erase next. The translation layer reports each block that is full, a
 * candidate from then on, and each page that a candidate loses.
 */
public interface VictimPolicy {
    /** Creates a policy for a drive. */
    @FunctionalInterface
    interface Factory {
        /**
         * Creates the policy.
         *
         * @param blocks the live state of the drive's blocks
         */
        VictimPolicy over(Blocks blocks);
    }

    /** Adds a full block as a candidate. */
    void add(int block);

    /** Called once a page of a candidate is invalid, and {@link Blocks#validPages} is updated. */
    void invalidated(int block);

    /** Chooses a candidate and removes it. There must be one. */
    int choose();
}
