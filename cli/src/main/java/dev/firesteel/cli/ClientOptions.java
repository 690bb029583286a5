// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Clients of a node that somebody else has started. */
final class ClientOptions {
    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "How many clients are at work at once (default: ${DEFAULT-VALUE}).")
    int threads = 64;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Where the node listens (default: ${DEFAULT-VALUE}).")
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
            description = "How many replicas acknowledge (default: ${DEFAULT-VALUE}).")
    DefaultConsistencyLevel consistency = DefaultConsistencyLevel.ONE;

    @Option(names = "--json", description = "For machines: the result as one JSON object.")
    boolean isJson;

    /** They, on the node's table. */
    TableClients on(Console console) {
        requirePositive(console, "--threads", threads);
        return new TableClients(this, console);
    }

    static void requirePositive(Console console, String option, int value) {
        if (value < 1)
            throw new ParameterException(
                    console.command(), option + " must be at least 1, not " + value);
    }
}
