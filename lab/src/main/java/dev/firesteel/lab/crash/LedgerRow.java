// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A row as read.
 *
 * @param key the key
 * @param seq the sequence number; 0, which is never written, if it was missing
 * @param timestamp the write time of the sequence number, in microseconds; 0 if it was missing
 * @param fields the content of the fields; empty buffers for missing ones
 */
record LedgerRow(long key, long seq, long timestamp, List<ByteBuffer> fields) {}
