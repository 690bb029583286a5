// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;

/** A kind of node to kill: configures it, and checks that it runs as configured. */
public interface Target {
    /** Returns the name in results. */
    String name();

    /** Makes what the node needs and does not make itself. Called before the first start. */
    void prepare() throws IOException;

    /** Returns its build, in words. Results apply to this build only. */
    String build() throws IOException;

    /** Adjusts the settings of the node. */
    void configure(NodeSettings settings);

    /**
     * Checks that a node's acknowledgements mean what the campaign assumes. After a mere kill the
     * page cache survives, so a node that never syncs would pass.
     *
     * @throws CampaignException if the node's commit log is not the target's
     */
    void requireGenuine(CassandraNode node, CqlSession session) throws IOException;

    /** Returns the start of the message of a node that refuses to start over a damaged log. */
    String damageMessage();
}
