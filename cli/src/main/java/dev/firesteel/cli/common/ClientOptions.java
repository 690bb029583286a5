// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.io.IOException;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of clients of a node that already runs. */
public final class ClientOptions extends NodeOptions {
    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
    int threads = 64;

    @Override
    public TableClients on(Console console) throws IOException {
        requirePositive(console, "--threads", threads);
        return super.on(console);
    }

    /** Refuses a value below 1. */
    public static void requirePositive(Console console, String option, int value) {
        if (value < 1)
            throw new ParameterException(
                    console.command(), option + " must be at least 1, not " + value);
    }

    /** Returns the number of concurrent clients. */
    public int threads() {
        return threads;
    }
}
