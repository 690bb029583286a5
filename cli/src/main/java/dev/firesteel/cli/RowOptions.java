// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.bench.RowSize;
import picocli.CommandLine.Option;

/** How large rows are. */
final class RowOptions {
    @Option(
            names = "--fields",
            paramLabel = "N",
            defaultValue = "10",
            description = "Columns of a row beside its key (default: ${DEFAULT-VALUE}).")
    int fields = 10;

    @Option(
            names = "--field-length",
            paramLabel = "N",
            defaultValue = "100",
            description = "Characters of a column (default: ${DEFAULT-VALUE}).")
    int fieldLength = 100;

    RowSize size() {
        return new RowSize(fields, fieldLength);
    }

    /** The same, and what is wrong with it is said as of a command line. */
    RowSize size(Console console) {
        return console.checked(() -> size());
    }
}
