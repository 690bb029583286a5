// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.bench.RowSize;
import picocli.CommandLine.Option;

/** Options of the row size. */
public final class RowOptions {
    @Option(
            names = "--fields",
            paramLabel = "N",
            defaultValue = "10",
            description = "Columns of a row besides its key (default: ${DEFAULT-VALUE}).")
    int fields = 10;

    @Option(
            names = "--field-length",
            paramLabel = "N",
            defaultValue = "100",
            description = "Characters of a column (default: ${DEFAULT-VALUE}).")
    int fieldLength = 100;

    /** Returns the size of a row. */
    public RowSize size() {
        return new RowSize(fields, fieldLength);
    }

    /** Returns the same size; reports invalid values as command-line errors. */
    public RowSize size(Console console) {
        return console.checked(() -> size());
    }

    /** Returns the number of columns of a row. */
    public int fields() {
        return fields;
    }

    /** Returns the number of characters of a column. */
    public int fieldLength() {
        return fieldLength;
    }
}
