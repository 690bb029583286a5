// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

/** Plans the network of a cluster. */
interface Shape {
    /** Returns the plan for this number of nodes. The client is one more station. */
    NetworkPlan plan(int nodes);

    /**
     * Checks that the shape fits.
     *
     * @param nodes the largest number of nodes
     * @throws IllegalArgumentException if it names a node that is not there
     */
    default void require(int nodes) {}
}
