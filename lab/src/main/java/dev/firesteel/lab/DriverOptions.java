// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.internal.core.config.typesafe.DefaultProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.specex.NoSpeculativeExecutionPolicy;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The driver's options. A file of the user overrides all but those that send a statement once. */
final class DriverOptions {
    private static final int CONNECTIONS = 2;

    /**
     * Netty's search for a network card, which warns on a machine without one. Held in a field: a
     * collected logger loses its level.
     */
    private static final Logger CARDS = Logger.getLogger("io.netty.util.internal.MacAddressUtil");

    /** Time in which a new schema spreads. Before, nodes still agree on the old one. */
    private static final Duration GOSSIP = Duration.ofSeconds(1);

    /** Time for pending work of the driver at its end, when its user is done. */
    private static final int LAST_MILLIS = 200;

    private static final int LAST_MILLIS_AT_MOST = 15_000;
    private static final String MILLIS = "MILLISECONDS";
    private static final String ROOT = "datastax-java-driver";

    static {
        CARDS.setLevel(Level.SEVERE);
    }

    private DriverOptions() {}

    /**
     * Returns the options, with a configuration file of the driver.
     *
     * @param file null for none
     * @param hasContactPoints whether these replace the file's
     * @throws IOException if it cannot be read, or is no such configuration
     */
    static DriverConfigLoader loader(@Nullable Path file, boolean hasContactPoints)
            throws IOException {
        if (file == null) return loader();
        Config read = read(file);
        ProgrammaticDriverConfigLoaderBuilder builder =
                new DefaultProgrammaticDriverConfigLoaderBuilder(
                        () -> read.withFallback(reference()), ROOT);
        defaults(GOSSIP)
                .forEach(
                        (option, value) -> {
                            if (!read.hasPath(ROOT + "." + option.getPath()))
                                put(builder, option, value);
                        });
        once().forEach((option, value) -> put(builder, option, value));
        if (hasContactPoints) builder.withStringList(DefaultDriverOption.CONTACT_POINTS, List.of());
        try {
            return builder.build();
        } catch (ConfigException e) {
            throw wrong(file, e);
        }
    }

    /**
     * Returns whether a configuration file of the driver names nodes to connect to.
     *
     * @throws IOException if it cannot be read, or is no such configuration
     */
    static boolean hasContactPoints(Path file) throws IOException {
        Config read = read(file);
        return Stream.of(
                        DefaultDriverOption.CONTACT_POINTS,
                        DefaultDriverOption.CLOUD_SECURE_CONNECT_BUNDLE)
                .anyMatch(option -> read.hasPath(ROOT + "." + option.getPath()));
    }

    /** Returns the exception for a configuration file that the driver does not take. */
    static IOException wrong(Path file, RuntimeException failure) {
        String causes =
                Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
                        .map(Throwable::getMessage)
                        .filter(Objects::nonNull)
                        .distinct()
                        .collect(Collectors.joining(": "));
        return new IOException("--driver-config %s: %s".formatted(file, causes), failure);
    }

    /** Returns the options without a file. */
    static DriverConfigLoader loader() {
        return loader(GOSSIP);
    }

    /**
     * Returns the options without a file.
     *
     * @param schemaWindow the time in which a new schema spreads
     */
    static DriverConfigLoader loader(Duration schemaWindow) {
        ProgrammaticDriverConfigLoaderBuilder builder = DriverConfigLoader.programmaticBuilder();
        defaults(schemaWindow).forEach((option, value) -> put(builder, option, value));
        once().forEach((option, value) -> put(builder, option, value));
        return builder.build();
    }

    /** Returns the driver's own defaults. */
    private static Config reference() {
        return ConfigFactory.defaultReference(CqlSession.class.getClassLoader());
    }

    private static Config read(Path file) throws IOException {
        if (!Files.isRegularFile(file))
            throw new IOException("--driver-config %s: there is no such file".formatted(file));
        try {
            Config parsed =
                    ConfigFactory.parseFile(
                            file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
            return parsed.resolveWith(parsed.withFallback(reference()).resolve());
        } catch (ConfigException e) {
            throw wrong(file, e);
        }
    }

    /** One attempt is one write: no retry, no speculative execution. */
    private static Map<DriverOption, Object> once() {
        return Map.of(
                DefaultDriverOption.RETRY_POLICY_CLASS, NoRetryPolicy.class,
                DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
                        NoSpeculativeExecutionPolicy.class,
                DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false);
    }

    private static Map<DriverOption, Object> defaults(Duration schemaWindow) {
        Map<DriverOption, Object> all = new LinkedHashMap<>();
        all.put(
                DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                DcInferringLoadBalancingPolicy.class);
        for (DriverOption each :
                List.of(
                        DefaultDriverOption.REQUEST_TIMEOUT,
                        DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT,
                        DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT,
                        DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT))
            all.put(each, LabSession.REQUEST_TIMEOUT);
        all.put(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, CONNECTIONS);
        all.put(DefaultDriverOption.NETTY_DAEMON, true);
        all.put(DefaultDriverOption.METADATA_SCHEMA_WINDOW, schemaWindow);
        all.put(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, MILLIS);
        all.put(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, LAST_MILLIS);
        all.put(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, LAST_MILLIS_AT_MOST);
        all.put(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, MILLIS);
        all.put(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, LAST_MILLIS);
        all.put(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, LAST_MILLIS_AT_MOST);
        return all;
    }

    private static void put(
            ProgrammaticDriverConfigLoaderBuilder builder, DriverOption option, Object value) {
        if (value instanceof Integer number) builder.withInt(option, number);
        else if (value instanceof Boolean truth) builder.withBoolean(option, truth);
        else if (value instanceof Duration duration) builder.withDuration(option, duration);
        else if (value instanceof Class<?> type) builder.withClass(option, type);
        else builder.withString(option, String.valueOf(value));
    }
}
