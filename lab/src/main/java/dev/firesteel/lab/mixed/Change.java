// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A change of a partition. The partition's key and the change's number determine it.
 *
 * @param key the key of the partition
 * @param seq the number among the changes of the partition, from 1; the values that it writes
 * @param kind the kind
 * @param row the row, or the first of the rows; 0 where the kind has none
 */
public record Change(long key, long seq, Kind kind, int row) {
    private static final long FIRST_MICROS = 1_700_000_000_000_000L;

    /** More than one: a collection that is replaced is deleted a microsecond before. */
    private static final long STEP_MICROS = 10;

    /** The kinds of changes. */
    public enum Kind {
        /** INSERT of a row's number and text. */
        INSERT(6),
        /** UPDATE of a text. */
        UPDATE(4),
        /** UPDATE of a number with a time to live of years. */
        EXPIRE(2),
        /** UPDATE of one entry of a map. */
        PUT(3),
        /** DELETE of one entry of a map. */
        REMOVE(2),
        /** UPDATE of a whole map. */
        REPLACE(2),
        /** UPDATE of the static column. */
        SHARE(2),
        /** DELETE of the static column. */
        UNSHARE(1),
        /** DELETE of a number. */
        DELETE_CELL(2),
        /** DELETE of a row. */
        DELETE_ROW(2),
        /** DELETE of a row and those after it. */
        DELETE_RANGE(1),
        /** DELETE of all rows, and the static column. */
        DELETE_PARTITION(1),
        /** A logged batch: an INSERT, and another in a second table. */
        BATCH(4),
        /** An increment of a counter, by 1. */
        INCREMENT(4);

        private static final int WEIGHTS =
                Arrays.stream(values()).mapToInt(kind -> kind.weight).sum();

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }

        private static Kind at(int place) {
            int left = place;
            for (Kind each : values()) if ((left -= each.weight) < 0) return each;
            throw new IllegalArgumentException("" + place);
        }
    }

    /** Returns a change. */
    public static Change of(long key, long seq) {
        SplittableRandom random = new SplittableRandom(key * 0x9E3779B97F4A7C15L + seq);
        return new Change(
                key, seq, Kind.at(random.nextInt(Kind.WEIGHTS)), random.nextInt(Cell.ROWS));
    }

    /** Returns the time of its cells, in microseconds since 1970; it rises with the number. */
    public long micros() {
        return FIRST_MICROS + seq * STEP_MICROS;
    }

    /** Returns whether it writes a cell. */
    public boolean writes(Cell cell) {
        return switch (kind) {
            case INSERT -> is(cell, Cell.Column.NUMBER, Cell.Column.TEXT);
            case UPDATE -> is(cell, Cell.Column.TEXT);
            case EXPIRE -> is(cell, Cell.Column.NUMBER);
            case PUT -> is(cell, Cell.Column.FIRST);
            case REPLACE -> is(cell, Cell.Column.SECOND);
            case SHARE -> cell.column() == Cell.Column.SHARED;
            case BATCH -> is(cell, Cell.Column.NUMBER, Cell.Column.TEXT, Cell.Column.TWIN);
            default -> false;
        };
    }

    /** Returns whether it deletes a cell. */
    public boolean deletes(Cell cell) {
        return switch (kind) {
            case REMOVE, REPLACE -> is(cell, Cell.Column.FIRST);
            case UNSHARE -> cell.column() == Cell.Column.SHARED;
            case DELETE_CELL -> is(cell, Cell.Column.NUMBER);
            case DELETE_ROW -> isOfRows(cell) && cell.row() == row;
            case DELETE_RANGE -> isOfRows(cell) && cell.row() >= row;
            case DELETE_PARTITION -> isOfRows(cell) || cell.column() == Cell.Column.SHARED;
            default -> false;
        };
    }

    private boolean is(Cell cell, Cell.Column... columns) {
        return cell.row() == row && List.of(columns).contains(cell.column());
    }

    private static boolean isOfRows(Cell cell) {
        return cell.column() != Cell.Column.SHARED && cell.column() != Cell.Column.TWIN;
    }
}
