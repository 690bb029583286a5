// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.random.RandomGenerator;

/**
 * Computes epochs, the numbers of a journal's runs. The upper bits count how often it was opened.
 *
 * <p>The lower bits are random. A drive that loses acknowledged writes may lose a run's opening and
 * keep its records. The next run then counts from the same number, and with the same clock gives
 * the same identifiers. The random bits separate the records of the two runs.
 */
final class EpochGenerator {
    private static final int DRAWN_BITS = 24;

    private EpochGenerator() {}

    /** Returns the epoch of a run, above the highest known one. */
    static long after(long highest, RandomGenerator random) {
        return ((openings(highest) + 1) << DRAWN_BITS) | random.nextInt(1 << DRAWN_BITS);
    }

    /** Returns the number of times that the journal was opened, this time included. */
    static long openings(long epoch) {
        // Older journals have the count alone, without random bits.
        return epoch < 1 << DRAWN_BITS ? epoch : epoch >>> DRAWN_BITS;
    }
}
