// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import java.time.Duration;

/** Sessions of the driver, for tests on a machine that may be slow. */
public final class Sessions {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Sessions() {}

    static CqlSession connect(CassandraNode node) {
        return connect(
                node,
                options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE));
    }

    /** Connects to one node with the given options. */
    public static CqlSession connect(
            CassandraNode node, ProgrammaticDriverConfigLoaderBuilder options) {
        return CqlSession.builder()
                .addContactPoint(node.contactPoint())
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(options.build())
                .build();
    }

    /** Connects to one node, and sends requests to no other. */
    public static CqlSession connectToAlone(
            CassandraNode node, ProgrammaticDriverConfigLoaderBuilder options) {
        return CqlSession.builder()
                .addContactPoint(node.contactPoint())
                .withLocalDatacenter("datacenter1")
                .withNodeDistanceEvaluator(
                        (found, dataCenter) ->
                                found.getEndPoint().resolve().equals(node.contactPoint())
                                        ? NodeDistance.LOCAL
                                        : NodeDistance.IGNORED)
                .withConfigLoader(options.build())
                .build();
    }

    /** Returns options of a session that closes 200 ms after the last request, instead of 2 s. */
    public static ProgrammaticDriverConfigLoaderBuilder options() {
        return DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 200)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, 15_000)
                .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 200)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, 15_000);
    }
}
