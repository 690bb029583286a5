// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.lab.bench.Workload;
import picocli.CommandLine.Option;

/** The option of the clients' workload in trials of memory splits. */
final class TrialWorkload {
    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "a",
            description =
                    "The workload (default: ${DEFAULT-VALUE}): a to f (YCSB's), update, or reads"
                            + " and updates in percent such as 5/95.")
    String name = "";

    /**
     * Returns the workload.
     *
     * @throws IllegalArgumentException if there is no such workload
     */
    Workload workload() {
        return new Workload(name);
    }
}
