// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * One kind of harm: what is done to a node under load, and how that ends.
 *
 * <p>A campaign calls its methods in their order here. Between {@link #strike} and {@link
 * #aftermath} it kills what is left of the node; after {@link #aftermath} it starts the node again
 * and looks for every acknowledged write. What must not be is a {@link FindingException}.
 */
public interface Fault {
    /** What the command line and the results call it. */
    String name();

    /** Which scratch disks it needs. */
    default Needs needs() {
        return Needs.NOTHING;
    }

    /** Whether it is about the journal, so that a stock node has nothing to be struck. */
    default boolean needsJournal() {
        return false;
    }

    /**
     * Sees that it can be tried at all.
     *
     * @throws FaultException if not; the message says what is missing
     */
    default void require(Site site) throws IOException {}

    /**
     * Adjusts the node that is to be struck.
     *
     * @param turn how often this fault has struck before, in the whole campaign
     * @return whether it has to be started anew for that; if not, any node will do
     */
    default boolean arm(NodeSettings settings, Site site, int turn, SplittableRandom random)
            throws IOException {
        return false;
    }

    /** Strikes the node while it is written to. The node may have ended when this returns. */
    void strike(Scene scene) throws IOException, InterruptedException;

    /** The node is dead, and nobody writes: whatever belongs between that and its return. */
    default void aftermath(Scene scene) throws IOException, InterruptedException {}

    /** Adjusts the node that is to be verified. */
    default void comeBack(NodeSettings settings, Scene scene) throws IOException {}

    /** The node is back and answers, and is about to be verified: a last look. */
    default void lookBack(Scene scene) throws IOException {}

    /** What a fault needs beside a node. */
    enum Needs {
        NOTHING,
        /** The SSTables on a small disk of their own. */
        DATA_DISK,
        /** That, and a small journal that cannot grow. */
        FULL_JOURNAL
    }
}
