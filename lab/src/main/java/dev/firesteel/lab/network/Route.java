// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.List;

/**
 * The way of packets from one station to another.
 *
 * @param delayNanos the time in transit, in nanoseconds
 * @param jitterNanos the mean of an additional time, which is distributed exponentially
 * @param loss the probability that a packet is lost
 * @param pipes the numbers of those pipes that they go through, one after the other
 */
record Route(long delayNanos, long jitterNanos, double loss, List<Integer> pipes) {
    /** A way without any properties. */
    static final Route FREE = new Route(0, 0, 0, List.of());

    static Route of(Link link, List<Integer> pipes) {
        return new Route(link.delayNanos(), link.jitterNanos(), link.loss(), pipes);
    }

    /** Returns whether all packets arrive at once. */
    boolean isFree() {
        return equals(FREE);
    }
}
