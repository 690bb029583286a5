// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A row of the materialized view of a partition: each row with a number has one. Each value is the
 * number of the change that wrote it; 0 if it is absent.
 *
 * @param row the row of the partition
 */
public record ViewRow(int row, long number, long text, long first, long second)
        implements Comparable<ViewRow> {

    /**
     * Compares a view with its partition.
     *
     * @param base the partition, read after the last change of it
     * @param view all rows of the view that the partition may ever have had
     * @return the difference in words, if there is one
     */
    public static Optional<String> error(long key, Contents base, List<ViewRow> view) {
        Set<ViewRow> expected = of(base);
        if (view.size() == expected.size() && expected.equals(new TreeSet<>(view)))
            return Optional.empty();
        return Optional.of(
                "view: partition %d should have %s, read %s"
                        .formatted(key, expected, new TreeSet<>(view)));
    }

    /** Returns the rows that the view of a partition should have. */
    private static Set<ViewRow> of(Contents base) {
        Set<ViewRow> rows = new TreeSet<>();
        IntStream.range(0, Cell.ROWS)
                .mapToObj(
                        row ->
                                new ViewRow(
                                        row,
                                        value(base, Cell.Column.NUMBER, row),
                                        value(base, Cell.Column.TEXT, row),
                                        value(base, Cell.Column.FIRST, row),
                                        value(base, Cell.Column.SECOND, row)))
                .filter(row -> row.number != 0)
                .forEach(rows::add);
        return rows;
    }

    private static long value(Contents base, Cell.Column column, int row) {
        return base.cells().getOrDefault(new Cell(column, row).toString(), 0L);
    }

    /** Orders by all components, so that a set keeps every row that differs. */
    @Override
    public int compareTo(ViewRow other) {
        return toString().compareTo(other.toString());
    }
}
