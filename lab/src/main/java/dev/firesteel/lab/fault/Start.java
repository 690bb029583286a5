// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import java.time.Duration;

/**
 * Result of a start that was allowed to fail.
 *
 * @param isUp whether the node answers
 * @param text the same in words
 */
record Start(boolean isUp, String text) {
    /** Waits until the start has succeeded or failed. */
    static Start of(CassandraNode node, Duration patience) {
        try {
            node.awaitReady(patience);
            return new Start(true, "the node came up");
        } catch (NodeException e) {
            return new Start(false, failure(node, String.valueOf(e.getMessage())));
        }
    }

    /** Returns the failure with the most informative line of the node's output. */
    private static String failure(CassandraNode node, String message) {
        String how = node.isAlive() ? "the node did not come up" : "exit code " + node.exitCode();
        String why =
                message.lines()
                        .skip(1)
                        .filter(line -> !line.startsWith("The full log is"))
                        .map(String::strip)
                        .findFirst()
                        .orElse("no message");
        return how + ": " + why.substring(0, Math.min(why.length(), 200));
    }
}
