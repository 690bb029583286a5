// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;

/**
 * Clients that are patient: a machine under test may be slow. At their end they do not wait for
 * long whether anything comes, by default 2 s.
 */
final class Sessions {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Sessions() {}

    static CqlSession connect(CassandraNode node) {
        return CqlSession.builder()
                .addContactPoint(node.contactPoint())
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(
                        DriverConfigLoader.programmaticBuilder()
                                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                                .withDuration(
                                        DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
                                .withString(
                                        DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, "MILLISECONDS")
                                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 200)
                                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, 15_000)
                                .withString(
                                        DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT,
                                        "MILLISECONDS")
                                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 200)
                                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, 15_000)
                                .build())
                .build();
    }
}
