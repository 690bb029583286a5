// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.staleness.Quorum;
import picocli.CommandLine.Option;

/** Replicas, and for how many of them reads and writes wait. */
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
            description = "How many of them a read waits for (default: ${DEFAULT-VALUE}).")
    int r;

    @Option(
            names = "--w",
            paramLabel = "W",
            defaultValue = "1",
            description = "How many of them a write waits for (default: ${DEFAULT-VALUE}).")
    int w;

    /** The same, if there can be one: what is wrong with it is said for a user. */
    Quorum quorum() {
        return new Quorum(n, r, w);
    }
}
