// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import java.io.IOException;
import java.time.Duration;

/** Restart of a killed node. It must succeed: nothing that a node did may prevent it. */
public final class RestartCheck {
    private RestartCheck() {}

    /**
     * Waits until a node answers.
     *
     * @throws FindingException if it ends by itself, or does not answer in time
     * @throws NodeException if it was ended from outside, or the calling thread is interrupted
     */
    public static CassandraNode await(CassandraNode node, Duration patience) throws IOException {
        try {
            return node.awaitReady(patience);
        } catch (NodeException e) {
            throw failure(node, e);
        }
    }

    /** Returns why a node did not answer: a finding, unless the cause is outside the node. */
    public static IOException failure(CassandraNode node, NodeException e) {
        if (Exit.isFromOutside(node) || Thread.currentThread().isInterrupted()) return e;
        return new FindingException("A node did not come back: " + e.getMessage(), e);
    }
}
