// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.util.Arrays;

/**
 * Keeps the writes and discards of a device's trace, if they are few. A file may have many other
 * lines, and a simulation reads a trace of few writes very often.
 */
final class KeptChanges {
    private static final int MOST = 1 << 20;
    private static final int FIRST = 1 << 10;
    private static final int FIELDS = 3;

    /** The time, the offset, and the bytes of each: negative, and one less, for a discard. */
    private long[] fields = new long[FIRST * FIELDS];

    private int used;
    private boolean isOver;

    void add(long micros, Request request) {
        if (used == MOST * FIELDS) {
            isOver = true;
            fields = new long[0];
        }
        if (isOver) return;
        if (used == fields.length) fields = Arrays.copyOf(fields, 2 * used);
        fields[used++] = micros;
        fields[used++] = request.offset;
        fields[used++] = request.kind == Request.Kind.DISCARD ? ~request.bytes : request.bytes;
    }

    /** Returns whether it has all that were added. */
    boolean isComplete() {
        return !isOver;
    }

    void send(TraceHandler handler, long file) throws IOException {
        for (int at = 0; at < used; at += FIELDS) {
            long bytes = fields[at + 2];
            if (bytes < 0) handler.discarded(fields[at], file, fields[at + 1], ~bytes);
            else handler.written(fields[at], file, fields[at + 1], bytes);
        }
    }
}
