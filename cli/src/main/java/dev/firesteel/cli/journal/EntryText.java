// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.journal.SegmentInfo;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Formats a journal entry for people and for machines.
 *
 * @param isWhole whether to show all of its bytes
 * @param isEncrypted whether its bytes are still encrypted
 */
record EntryText(
        SegmentInfo segment,
        int start,
        int end,
        ByteBuffer entry,
        boolean isWhole,
        boolean isEncrypted) {
    private static final int FIRST_BYTES = 24;

    static String heading() {
        return "%-13s %10s %10s %9s  %s".formatted("segment", "start", "end", "bytes", "in hex");
    }

    String line() {
        return "%-13d %10d %10d %9d  %s"
                .formatted(segment.id(), start, end, entry.remaining(), hex());
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("segment", segment.id());
        fields.put("slot", segment.slot());
        fields.put("start", start);
        fields.put("end", end);
        fields.put("bytes", entry.remaining());
        fields.put("encrypted", isEncrypted);
        fields.put("hex", hex());
        return fields;
    }

    private String hex() {
        byte[] bytes =
                new byte[isWhole ? entry.remaining() : Math.min(FIRST_BYTES, entry.remaining())];
        entry.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
