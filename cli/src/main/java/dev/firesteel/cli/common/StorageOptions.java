// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import picocli.CommandLine.Option;

/** The option that allows a journal which a loss of power takes away. */
public final class StorageOptions {
    @Option(
            names = "--journal-in-memory",
            description =
                    "Allow a journal on tmpfs or other storage in memory, where a loss of power"
                            + " loses acknowledged writes.")
    boolean inMemory;

    /** Returns whether a journal in memory is asked for. */
    public boolean isInMemory() {
        return inMemory;
    }
}
