// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/**
 * The rows of a ledger. The shape never changes during a ledger's life.
 *
 * @param keys keys are 0 to this, exclusive; 1 to 100 million
 * @param fields columns beside the sequence number, 1 to 100
 * @param fieldBytes the size of each, 1 to 1 MiB
 */
public record LedgerShape(int keys, int fields, int fieldBytes) {
    private static final int MAX_KEYS = 100_000_000;
    private static final int MAX_FIELDS = 100;
    private static final int MAX_FIELD_BYTES = 1 << 20;

    public LedgerShape {
        require("keys", keys, MAX_KEYS);
        require("fields", fields, MAX_FIELDS);
        require("fieldBytes", fieldBytes, MAX_FIELD_BYTES);
    }

    /** Returns YCSB's rows: ten fields of 100 bytes. */
    public static LedgerShape ofKeys(int keys) {
        return new LedgerShape(keys, 10, 100);
    }

    /** Returns the shape in the words of the command line. */
    String text() {
        return "--keys %d and %d fields of %d bytes".formatted(keys, fields, fieldBytes);
    }

    private static void require(String name, int value, int max) {
        if (value < 1 || value > max)
            throw new IllegalArgumentException(name + " must be 1 to " + max + ", not " + value);
    }
}
