// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.specex.NoSpeculativeExecutionPolicy;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Opens driver sessions without retries.
 *
 * <p>A statement is sent once: no retry, no speculative execution. One attempt is thus one write,
 * and an acknowledgement belongs to the preceding attempt.
 */
public final class LabSession {
    /** Time-out of a request. Above Cassandra's own time-outs, so that the server reports them. */
    public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private static final int CONNECTIONS = 2;

    /** Time in which a new schema spreads. Before, nodes still agree on the old one. */
    private static final Duration GOSSIP = Duration.ofSeconds(1);

    /** Time for pending work of the driver at its end, when its user is done. */
    private static final int LAST_MILLIS = 200;

    private static final int LAST_MILLIS_AT_MOST = 15_000;
    private static final String MILLIS = "MILLISECONDS";

    private LabSession() {}

    /**
     * Connects to a node; the session discovers the others.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession open(InetSocketAddress contactPoint) {
        return open(contactPoint, GOSSIP);
    }

    /**
     * Connects to a node without a cluster, where a new schema need not spread.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession openAlone(InetSocketAddress contactPoint) {
        return open(contactPoint, Duration.ZERO);
    }

    /** Returns the node's release of Cassandra, or "unknown". */
    public static String release(CqlSession session) {
        Row local = session.execute("SELECT release_version FROM system.local").one();
        return local == null ? "unknown" : String.valueOf(local.getString(0));
    }

    private static CqlSession open(InetSocketAddress contactPoint, Duration schemaWindow) {
        return CqlSession.builder()
                .addContactPoint(contactPoint)
                .withConfigLoader(config(schemaWindow))
                .build();
    }

    private static DriverConfigLoader config(Duration schemaWindow) {
        return withShortEnd(DriverConfigLoader.programmaticBuilder())
                .withClass(
                        DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                        DcInferringLoadBalancingPolicy.class)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoRetryPolicy.class)
                .withClass(
                        DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
                        NoSpeculativeExecutionPolicy.class)
                .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_TIMEOUT)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, REQUEST_TIMEOUT)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, REQUEST_TIMEOUT)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, REQUEST_TIMEOUT)
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, CONNECTIONS)
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, schemaWindow)
                .build();
    }

    private static ProgrammaticDriverConfigLoaderBuilder withShortEnd(
            ProgrammaticDriverConfigLoaderBuilder config) {
        return config.withString(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, MILLIS)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, LAST_MILLIS)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, LAST_MILLIS_AT_MOST)
                .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, MILLIS)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, LAST_MILLIS)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, LAST_MILLIS_AT_MOST);
    }
}
