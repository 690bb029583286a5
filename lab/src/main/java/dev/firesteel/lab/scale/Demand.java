// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/**
 * What an operation takes, as measured: all that {@link ClusterSimulation} knows of Cassandra.
 *
 * @param processorMicros the processor time of the node that serves it, with all that the node does
 *     beside, more than 0
 * @param otherMicros what it takes beside that where nothing waits: client, network, drive
 */
public record Demand(double processorMicros, double otherMicros) {
    public Demand {
        if (!(processorMicros > 0 && Double.isFinite(processorMicros)))
            throw new IllegalArgumentException(
                    "the processor time of an operation must be more than 0, not "
                            + processorMicros);
        if (!(otherMicros >= 0 && Double.isFinite(otherMicros)))
            throw new IllegalArgumentException(
                    "what an operation takes beside must be 0 or more, not " + otherMicros);
    }
}
