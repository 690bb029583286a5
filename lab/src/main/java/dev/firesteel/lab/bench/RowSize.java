// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.Properties;

/**
 * How large rows are.
 *
 * @param fieldCount columns of a row beside its key
 * @param fieldLength characters of a column
 */
public record RowSize(int fieldCount, int fieldLength) {
    /** What a log holds of an insert beside columns: checksums, table, key, timestamp. */
    private static final int LOGGED_ROW_BYTES = 69;

    /** What it holds of a column beside its content: its name, flags, and a length. */
    private static final int LOGGED_FIELD_BYTES = 9;

    /** What SSTables hold of a row beside columns: key, timestamp, flags, its part of the index. */
    private static final int STORED_ROW_BYTES = 49;

    /** What they hold of a column beside its content: flags, and a length. */
    private static final int STORED_FIELD_BYTES = 2;

    public RowSize {
        require(fieldCount, fieldLength);
    }

    /**
     * Sees that rows can be so large.
     *
     * @throws IllegalArgumentException if not
     */
    static void require(int fieldCount, int fieldLength) {
        require("--fields", fieldCount);
        require("--field-length", fieldLength);
    }

    /**
     * About how many bytes of SSTables a row takes, with its part of the index: content of letters
     * that were drawn at random is not compressed.
     */
    public long storedBytes() {
        return STORED_ROW_BYTES + (long) fieldCount * (STORED_FIELD_BYTES + fieldLength);
    }

    /** About how many bytes of a log an insert takes, in any mode. */
    public long loggedBytes() {
        return LOGGED_ROW_BYTES + (long) fieldCount * (LOGGED_FIELD_BYTES + fieldLength);
    }

    /** Tells YCSB. */
    public Properties addTo(Properties properties) {
        properties.setProperty("fieldcount", Integer.toString(fieldCount));
        properties.setProperty("fieldlength", Integer.toString(fieldLength));
        return properties;
    }

    private static void require(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }
}
