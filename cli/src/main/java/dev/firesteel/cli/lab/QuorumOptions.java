// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.staleness.Quorum;
import picocli.CommandLine.Option;

/** Options of replicas, and of the numbers that reads and writes wait for. */
final class QuorumOptions {
    @Option(
            names = "--n",
            paramLabel = "N",
            defaultValue = "3",
            description = "Replicas of a row (default: ${DEFAULT-VALUE}).")
    int n;

    @Option(
            names = "--r",
            paramLabel = "R",
            defaultValue = "1",
            description = "Replicas that a read waits for (default: ${DEFAULT-VALUE}).")
    int r;

    @Option(
            names = "--w",
            paramLabel = "W",
            defaultValue = "1",
            description = "Replicas that a write waits for (default: ${DEFAULT-VALUE}).")
    int w;

    /** Returns the quorum, if valid: its exception's message is meant for users. */
    Quorum quorum() {
        return new Quorum(n, r, w);
    }
}
