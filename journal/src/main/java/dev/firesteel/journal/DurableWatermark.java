// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * The highest sequence such that it and every one below it is durable. Records complete in any
 * order; at most 64 sequences may be outstanding.
 */
final class DurableWatermark {
    private volatile long contiguous;
    private long completedAbove; // bit i: sequence contiguous + 1 + i is durable

    /** The watermark; 0 while the first sequence, 1, is outstanding. */
    long get() {
        return contiguous;
    }

    /** Marks a sequence durable. */
    synchronized void complete(long sequence) {
        long distance = sequence - contiguous - 1;
        if (distance < 0 || distance >= Long.SIZE)
            throw new IllegalStateException(
                    "sequence " + sequence + " is not outstanding above " + contiguous);
        completedAbove |= 1L << distance;
        int run = Long.numberOfTrailingZeros(~completedAbove);
        completedAbove = run == Long.SIZE ? 0 : completedAbove >>> run;
        contiguous += run;
    }
}
