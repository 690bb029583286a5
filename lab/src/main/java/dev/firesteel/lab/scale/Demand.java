// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/**
 * Measured times of an operation, the only input of {@link ClusterSimulation} about Cassandra.
 *
 * @param processorMicros the processor time of the node that serves it, with all other work of the
 *     node, above 0
 * @param otherMicros its other time without queues: client, network, drive
 */
public record Demand(double processorMicros, double otherMicros) {
    public Demand {
        if (!(processorMicros > 0 && Double.isFinite(processorMicros)))
            throw new IllegalArgumentException(
                    "the processor time of an operation must be more than 0, not "
                            + processorMicros);
        if (!(otherMicros >= 0 && Double.isFinite(otherMicros)))
            throw new IllegalArgumentException(
                    "the other time of an operation must be 0 or more, not " + otherMicros);
    }
}
