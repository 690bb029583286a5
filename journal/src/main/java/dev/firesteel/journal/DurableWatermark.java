// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * The highest sequence such that it and every one below it is durable.
 *
 * <p>Records complete in any order, and one may take long while others overtake it. So that this
 * stays bounded, a sequence may be given out only while it is within {@link #WINDOW} of the
 * watermark.
 */
final class DurableWatermark {
    /** How far above the watermark a sequence may be. */
    static final int WINDOW = Long.SIZE;

    private volatile long contiguous;
    private long completedAbove; // bit i: sequence contiguous + 1 + i is durable
    private boolean abandoned;

    /** The watermark; 0 while the first sequence, 1, is outstanding. */
    long get() {
        return contiguous;
    }

    /** Marks a sequence durable. */
    synchronized void complete(long sequence) {
        long distance = sequence - contiguous - 1;
        if (distance < 0 || distance >= WINDOW)
            throw new IllegalStateException(
                    "sequence " + sequence + " is not outstanding above " + contiguous);
        completedAbove |= 1L << distance;
        int run = Long.numberOfTrailingZeros(~completedAbove);
        completedAbove = run == Long.SIZE ? 0 : completedAbove >>> run;
        contiguous += run;
        if (run > 0) notifyAll();
    }

    /** Waits until a sequence is within the window, or nobody completes any more. */
    synchronized void awaitRoom(long sequence) {
        boolean interrupted = false;
        while (sequence > contiguous + WINDOW && !abandoned) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /** Lets go of everybody who waits: an outstanding sequence failed. */
    synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }
}
