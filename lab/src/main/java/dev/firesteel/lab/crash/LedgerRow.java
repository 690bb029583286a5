// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A row as it was read.
 *
 * @param key the key
 * @param seq the sequence number; 0, which is never written, if it was missing
 * @param timestamp the write time of the sequence number, in microseconds; 0 if it was missing
 * @param fields what the fields hold; empty buffers for those that were missing
 */
record LedgerRow(long key, long seq, long timestamp, List<ByteBuffer> fields) {}
