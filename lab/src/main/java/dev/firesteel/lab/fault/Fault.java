// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * A kind of fault: its effect on a node under load, and its end.
 *
 * <p>A campaign calls its methods in their order here. Between {@link #strike} and {@link
 * #aftermath} it kills what is left of the node. After {@link #aftermath} it restarts the node and
 * checks every acknowledged write. Misbehaviour of a node is a {@link FindingException}.
 */
public interface Fault {
    /** Returns the name on the command line and in results. */
    String name();

    /** Returns the scratch disks that it needs. */
    default Needs needs() {
        return Needs.NOTHING;
    }

    /** Returns whether it needs a journal, so that it cannot be used with a stock node. */
    default boolean needsJournal() {
        return false;
    }

    /** Returns whether it can strike a node of a cluster, not only a single one. */
    default boolean isForClusters() {
        return false;
    }

    /**
     * Checks that the fault can be used here.
     *
     * @throws FaultException if not; the message names what is missing
     */
    default void require(FaultTargets targets) throws IOException {}

    /**
     * Adjusts the node to be struck.
     *
     * @param turn the number of earlier strikes of this fault in the whole campaign
     * @return whether the node must be restarted for that; if not, any node is suitable
     */
    default boolean arm(
            NodeSettings settings, FaultTargets targets, int turn, SplittableRandom random)
            throws IOException {
        return false;
    }

    /** Strikes the node under load. The node may have ended when this returns. */
    void strike(FaultContext context) throws IOException, InterruptedException;

    /** Acts between the node's death and its restart, when there is no load. */
    default void aftermath(FaultContext context) throws IOException, InterruptedException {}

    /** Adjusts the node to be verified. */
    default void comeBack(NodeSettings settings, FaultContext context) throws IOException {}

    /** Checks the restarted node before it is verified. */
    default void lookBack(FaultContext context) throws IOException {}

    /** A fault's needs beside a node. */
    enum Needs {
        NOTHING,
        /** SSTables on a small disk of their own. */
        DATA_DISK,
        /** That, and a small journal that cannot grow. */
        FULL_JOURNAL
    }
}
