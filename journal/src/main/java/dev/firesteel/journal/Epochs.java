// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.random.RandomGenerator;

/**
 * The numbers of a journal's runs. The upper bits count how often it has been opened.
 *
 * <p>The lower ones are drawn. A drive that lies may lose all that a run wrote of its opening, and
 * keep records of it: the next run counts from the same number then, and if the clock stands where
 * it stood, it gives the same identifiers. What is drawn keeps their records apart.
 */
final class Epochs {
    private static final int DRAWN_BITS = 24;

    private Epochs() {}

    /** The epoch of a run, above the highest that is known. */
    static long after(long highest, RandomGenerator random) {
        return ((openings(highest) + 1) << DRAWN_BITS) | random.nextInt(1 << DRAWN_BITS);
    }

    /** How often the journal had been opened, this time included. */
    static long openings(long epoch) {
        // Journals from before anything was drawn have the bare count.
        return epoch < 1 << DRAWN_BITS ? epoch : epoch >>> DRAWN_BITS;
    }
}
