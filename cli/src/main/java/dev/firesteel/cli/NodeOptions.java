// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import picocli.CommandLine.Option;

/** Options of a running node, and of requests to it. */
class NodeOptions {
    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of the node (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9042",
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

    /** Returns clients on the node's table. */
    TableClients on(Console console) {
        return new TableClients(this, console);
    }
}
