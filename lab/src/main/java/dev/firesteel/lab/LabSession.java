// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
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

    private LabSession() {}

    /**
     * Connects to a node; the session finds the others.
     *
     * @throws com.datastax.oss.driver.api.core.AllNodesFailedException if the node does not answer
     */
    public static CqlSession open(InetSocketAddress contactPoint) {
        return CqlSession.builder()
                .addContactPoint(contactPoint)
                .withConfigLoader(config())
                .build();
    }

    private static DriverConfigLoader config() {
        return DriverConfigLoader.programmaticBuilder()
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
                .build();
    }
}
