// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/**
 * What a ledger holds since its keys were settled.
 *
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that showed a row
 * @param seenUnacknowledged keys of which a value was seen that is newer than what was acknowledged
 */
record LedgerCounts(long attempted, long acknowledged, long seen, long seenUnacknowledged) {}
