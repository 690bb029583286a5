// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.ArrayList;
import java.util.List;

/** Collects recently written ranges of the journal; adjacent records are merged. */
final class JournalRanges {
    /** A range of the journal's file or device. */
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

    /** Returns the ranges written since the last call. */
    synchronized List<Range> take() {
        List<Range> taken = ranges;
        ranges = new ArrayList<>();
        return taken;
    }
}
