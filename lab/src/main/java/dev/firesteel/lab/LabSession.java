// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Opens driver sessions without retries, to nodes that this program has started. {@link
 * ClusterAccess} opens those to clusters of the user.
 *
 * <p>A statement is sent once: no retry, no speculative execution. One attempt is thus one write,
 * and an acknowledgement belongs to the preceding attempt.
 */
public final class LabSession {
    /** Time-out of a request. Above Cassandra's own time-outs, so that the server reports them. */
    public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private LabSession() {}

    /**
     * Connects to a node; the session discovers the others.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession open(InetSocketAddress contactPoint) {
        return open(contactPoint, DriverOptions.loader());
    }

    /**
     * Connects to a node without a cluster, where a new schema need not spread.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession openAlone(InetSocketAddress contactPoint) {
        return open(contactPoint, DriverOptions.loader(Duration.ZERO));
    }

    /** Returns the node's release of Cassandra, or "unknown". */
    public static String release(CqlSession session) {
        Row local = session.execute("SELECT release_version FROM system.local").one();
        return local == null ? "unknown" : String.valueOf(local.getString(0));
    }

    private static CqlSession open(InetSocketAddress contactPoint, DriverConfigLoader options) {
        return CqlSession.builder().addContactPoint(contactPoint).withConfigLoader(options).build();
    }
}
