// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.Properties;

/**
 * The size of rows.
 *
 * @param fieldCount columns of a row beside its key
 * @param fieldLength characters of a column
 */
public record RowSize(int fieldCount, int fieldLength) {
    /** Bytes of an insert in a log beside columns: checksums, table, key, timestamp. */
    private static final int LOGGED_ROW_BYTES = 69;

    /** Bytes of a column in a log beside its content: its name, flags, and a length. */
    private static final int LOGGED_FIELD_BYTES = 9;

    /** Bytes of a row in SSTables beside columns: key, timestamp, flags, its part of the index. */
    private static final int STORED_ROW_BYTES = 49;

    /** Bytes of a column in SSTables beside its content: flags, and a length. */
    private static final int STORED_FIELD_BYTES = 2;

    public RowSize {
        require(fieldCount, fieldLength);
    }

    /**
     * Checks the size of rows.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    static void require(int fieldCount, int fieldLength) {
        require("--fields", fieldCount);
        require("--field-length", fieldLength);
    }

    /**
     * Returns the approximate bytes of a row in SSTables, index included. Random letters are not
     * compressed.
     */
    public long storedBytes() {
        return STORED_ROW_BYTES + (long) fieldCount * (STORED_FIELD_BYTES + fieldLength);
    }

    /** Returns the approximate bytes of an insert in a log, in any mode. */
    public long loggedBytes() {
        return LOGGED_ROW_BYTES + (long) fieldCount * (LOGGED_FIELD_BYTES + fieldLength);
    }

    /** Sets YCSB's properties. */
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
