// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The rule by which a plane takes its next operation.
 *
 * @param order the order of operations that wait
 * @param suspends whether a read of the host interrupts a program or an erase
 * @param resume time to resume an interrupted operation, in nanoseconds, at least 0
 * @param longestWait time after which an operation that has waited goes before those of higher
 *     rank, and after which an interrupted one is resumed, in nanoseconds, at least 0
 */
public record Scheduling(Order order, boolean suspends, long resume, long longestWait) {
    /** In order of arrival: no rank, no interruption. */
    public static final Scheduling FIFO = new Scheduling(Order.FIFO, false, 0, 10_000_000);

    /** The ranks of operations. */
    public enum Order {
        /** All have the same rank. */
        FIFO,
        /** Reads of the host go first. */
        READS,
        /** Reads of the host go first, then its writes, then garbage collection. */
        HOST
    }

    /** The number of ranks; 0 goes first. */
    static final int RANKS = 3;

    /**
     * Checks the rule.
     *
     * @throws ImpossibleGeometryException if a time is negative, or nothing could interrupt
     */
    public Scheduling {
        if (resume < 0 || longestWait < 0)
            throw new ImpossibleGeometryException("times must be at least 0");
        if (suspends && order == Order.FIFO)
            throw new ImpossibleGeometryException(
                    "reads that wait their turn (fifo) suspend nothing: give reads or host");
    }

    /** Returns the rank of an operation: 0 goes first. */
    int rank(boolean isOfHost, boolean isRead) {
        if (order == Order.FIFO || (isOfHost && isRead)) return 0;
        return order == Order.READS || isOfHost ? 1 : 2;
    }
}
