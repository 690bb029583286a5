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
 * Opens driver sessions that do what they are told and nothing more.
 *
 * <p>A statement is sent once: no retry, no speculative execution. So one attempt is one write, and
 * an acknowledgement belongs to the attempt that it follows.
 */
public final class LabSession {
    /** How long one request may take. Above Cassandra's own timeouts, so that the server speaks. */
    public static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private static final int CONNECTIONS = 2;

    /** In which nodes hear of a new schema: before that they agree, on the old one. */
    private static final Duration GOSSIP = Duration.ofSeconds(1);

    /** For what is under way in the driver at its end; whoever used it is done. */
    private static final int LAST_MILLIS = 200;

    private static final int LAST_MILLIS_AT_MOST = 15_000;
    private static final String MILLIS = "MILLISECONDS";

    private LabSession() {}

    /**
     * Connects to a node; the session finds the others.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession open(InetSocketAddress contactPoint) {
        return open(contactPoint, GOSSIP);
    }

    /**
     * Connects to a node that is no cluster's: it alone has to know of a new schema.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession openAlone(InetSocketAddress contactPoint) {
        return open(contactPoint, Duration.ZERO);
    }

    /** The release of Cassandra that answers, or "unknown". */
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
