// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/**
 * Counts of a ledger since its keys were settled.
 *
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that returned a row
 * @param seenUnacknowledged keys with a value read that is newer than acknowledged
 */
record LedgerCounts(long attempted, long acknowledged, long seen, long seenUnacknowledged) {}
