// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;

/** What is killed: how its node is configured, and how to see that it is what it claims to be. */
public interface Target {
    /** What the results call it. */
    String name();

    /** Makes what the node needs and does not make itself. Called before the first start. */
    void prepare() throws IOException;

    /** Which build of it this is, in words: of another its results say nothing. */
    String build() throws IOException;

    /** Adjusts the settings of the node. */
    void configure(NodeSettings settings);

    /**
     * Sees to it that a node's acknowledgements mean what the campaign believes they mean. After a
     * kill alone the page cache is still there, so a node that never syncs would pass.
     *
     * @throws CampaignException if the node's commit log is not the target's
     */
    void requireGenuine(CassandraNode node, CqlSession session) throws IOException;

    /** How the message begins with which the node refuses to start over a damaged log. */
    String damageMessage();
}
