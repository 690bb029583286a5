// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.ArrayList;
import java.util.List;

/** Where the journal has been written lately: records that follow each other are one range. */
final class JournalRanges {
    /** A part of the journal's file or device. */
    record Range(long offset, long bytes) {
        private long end() {
            return offset + bytes;
        }
    }

    private List<Range> ranges = new ArrayList<>();

    synchronized void add(long offset, long bytes) {
        int last = ranges.size() - 1;
        if (last >= 0 && ranges.get(last).end() == offset)
            ranges.set(last, new Range(ranges.get(last).offset, ranges.get(last).bytes + bytes));
        else ranges.add(new Range(offset, bytes));
    }

    /** What has been written since the last call. */
    synchronized List<Range> take() {
        List<Range> taken = ranges;
        ranges = new ArrayList<>();
        return taken;
    }
}
