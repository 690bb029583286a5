// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import dev.firesteel.lab.ClusterAccess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a running node, and of requests to it. */
public class NodeOptions {
    /** The default of {@code --address}. */
    public static final String LOCAL = "127.0.0.1";

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description = "Address of the node (default: 127.0.0.1).")
    @Nullable String address;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9042",
            converter = PortNumber.class,
            description = "The node's port for clients (default: ${DEFAULT-VALUE}).")
    int port = 9042;

    @Option(
            names = "--consistency",
            paramLabel = "LEVEL",
            defaultValue = "ONE",
            description = "Consistency level of requests (default: ${DEFAULT-VALUE}).")
    DefaultConsistencyLevel consistency = DefaultConsistencyLevel.ONE;

    @Option(names = "--json", description = "Print the result as one JSON object.")
    boolean isJson;

    @Mixin AccessOptions access = new AccessOptions();

    /**
     * Returns clients on the node's table.
     *
     * @throws IOException if a file with a password cannot be read
     */
    public TableClients on(Console console) throws IOException {
        return new TableClients(this, access.read(console), console);
    }

    /** Returns the node's address; empty if the driver's configuration file has it. */
    List<InetSocketAddress> contactPoints(ClusterAccess read) throws IOException {
        if (address == null && read.hasContactPoints()) return List.of();
        return List.of(new InetSocketAddress(address == null ? LOCAL : address, port));
    }

    /** Returns the consistency level of the requests. */
    public DefaultConsistencyLevel consistency() {
        return consistency;
    }

    /** Returns whether the output is JSON. */
    public boolean isJson() {
        return isJson;
    }
}
