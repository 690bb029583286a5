// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The unexpected end of a node. */
public final class Exit {
    /** 128, and SIGHUP, SIGINT, SIGKILL, SIGTERM. */
    private static final Set<Integer> FROM_OUTSIDE = Set.of(129, 130, 137, 143);

    private static final int MOMENT_MILLIS = 1_000;

    private Exit() {}

    /**
     * Returns whether a node has ended by itself, or is about to, without a kill by the campaign. A
     * signal from a terminal, or the kernel's for lack of memory, is no fault of the node.
     */
    public static boolean isByItself(CassandraNode node) throws InterruptedException {
        return within(node, MOMENT_MILLIS) && !isFromOutside(node);
    }

    /**
     * Checks that a node has not ended, and is not about to, without a kill by the campaign.
     *
     * @param when the moment, in words
     */
    static void requireNone(CassandraNode node, String when)
            throws IOException, InterruptedException {
        if (within(node, MOMENT_MILLIS)) throw of(node, when);
    }

    /** Returns whether it was ended by a signal from outside. */
    static boolean isFromOutside(CassandraNode node) {
        return !node.isAlive() && FROM_OUTSIDE.contains(node.exitCode());
    }

    /**
     * Returns the exception for a node that has ended: a finding, unless it was ended from outside.
     *
     * @param when the moment, in words
     */
    public static IOException of(CassandraNode node, String when) {
        String how =
                "%s with exit code %d; see %s".formatted(when, node.exitCode(), node.logFile());
        return isFromOutside(node)
                ? new FaultException("The node was ended from outside " + how)
                : new FindingException("The node ended by itself " + how);
    }

    /** Waits up to this time. Returns whether the node has ended by then. */
    static boolean within(CassandraNode node, long millis) throws InterruptedException {
        try {
            node.onExit().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
