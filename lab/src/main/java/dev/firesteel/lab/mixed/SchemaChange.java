// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.List;

/**
 * A schema change, or a row of a table that it has made. Run and number determine it. Nine changes
 * make a cycle, which has names of its own.
 *
 * @param run the run of clients
 * @param seq the number among the changes of the run, from 1; the row that it inserts
 */
public record SchemaChange(long run, long seq) {
    private static final String TABLE = "scratch_";
    private static final String COLUMN = "added_";
    private static final String INDEX = "scratched_";

    private static final List<Kind> CYCLE =
            List.of(
                    Kind.CREATE_TABLE,
                    Kind.INSERT,
                    Kind.CREATE_INDEX,
                    Kind.INSERT,
                    Kind.ADD_COLUMN,
                    Kind.INSERT,
                    Kind.DROP_INDEX,
                    Kind.DROP_COLUMN,
                    Kind.DROP_TABLE);

    /** The number of changes of a cycle. */
    public static final int CYCLE_CHANGES = CYCLE.size();

    /** The kinds of changes. */
    public enum Kind {
        /** CREATE TABLE, of a scratch table. */
        CREATE_TABLE,
        /** INSERT of a row of the scratch table. */
        INSERT,
        /** CREATE INDEX on the scratch table. */
        CREATE_INDEX,
        /** ALTER TABLE ADD, of a table under load. */
        ADD_COLUMN,
        /** DROP INDEX. */
        DROP_INDEX,
        /** ALTER TABLE DROP, of the column that was added. */
        DROP_COLUMN,
        /** DROP TABLE, of the scratch table. */
        DROP_TABLE
    }

    /** Returns the kind. */
    public Kind kind() {
        return CYCLE.get((int) ((seq - 1) % CYCLE_CHANGES));
    }

    /** Returns the name of its cycle's scratch table. */
    public String table() {
        return TABLE + cycle();
    }

    /** Returns the name of its cycle's column. */
    public String column() {
        return COLUMN + cycle();
    }

    /** Returns the name of its cycle's index. */
    public String index() {
        return INDEX + cycle();
    }

    private String cycle() {
        return run + "_" + (seq - 1) / CYCLE_CHANGES;
    }

    /** Returns whether a table is a scratch table, of any run. */
    public static boolean isTable(String name) {
        return name.startsWith(TABLE);
    }

    /** Returns whether a column was added, by any run. */
    public static boolean isColumn(String name) {
        return name.startsWith(COLUMN);
    }

    /** Returns whether an index is on a scratch table, of any run. */
    public static boolean isIndex(String name) {
        return name.startsWith(INDEX);
    }

    /** Returns whether a name is of a run. */
    static boolean isOf(long run, String name) {
        return name.contains("_" + run + "_");
    }
}
