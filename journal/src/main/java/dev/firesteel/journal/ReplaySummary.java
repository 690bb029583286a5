// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * The result of a replay.
 *
 * @param segments the number of segments read
 * @param records the number of intact records
 * @param entries the number of entries
 * @param entryBytes the bytes of these entries
 * @param tornRecords the number of records that were never completed, and so never acknowledged
 * @param damages the number of damages reported
 */
public record ReplaySummary(
        int segments, long records, long entries, long entryBytes, long tornRecords, int damages) {
    /** Returns whether there was no entry and no damage. */
    public boolean isEmpty() {
        return entries == 0 && damages == 0;
    }
}
