// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cell of a partition. A cell has the value of the last change that wrote it.
 *
 * @param column its column, or the entry of its map
 * @param row the row, from 0 to {@link #ROWS}; 0 for the static column
 */
public record Cell(Column column, int row) {
    /** The number of rows of a partition. */
    public static final int ROWS = 3;

    /** All cells of a partition. */
    public static final List<Cell> ALL =
            Stream.concat(
                            Stream.of(shared()),
                            Arrays.stream(Column.values())
                                    .filter(column -> column != Column.SHARED)
                                    .flatMap(Cell::ofRows))
                    .toList();

    /** The columns. */
    public enum Column {
        /** An indexed number. */
        NUMBER,
        /** A text. */
        TEXT,
        /** An entry of a map. */
        FIRST,
        /** Another entry of the same map. */
        SECOND,
        /** A number in another table, which changes in batches alone. */
        TWIN,
        /** The static column. */
        SHARED
    }

    /** Returns the static column's. */
    public static Cell shared() {
        return new Cell(Column.SHARED, 0);
    }

    private static Stream<Cell> ofRows(Column column) {
        return IntStream.range(0, ROWS).mapToObj(row -> new Cell(column, row));
    }

    /** Returns the name, such as {@code number2}. */
    @Override
    public String toString() {
        return column.name().toLowerCase(Locale.ROOT) + row;
    }
}
