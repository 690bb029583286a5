// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the writes in one output of blkparse that were dispatched, or else queued, and have not
 * completed. A completion covers all requests that begin in its sectors: they were merged.
 */
final class UncompletedWrites {
    private static final int ACTION = 5;

    /** More sectors than any drive has under way at once. */
    private static final int MOST_PENDING = 100_000;

    /** The requests of each action that are not completed, by their first sector. */
    private final Map<BlockAction, SortedMap<Long, Integer>> pending =
            new EnumMap<>(BlockAction.class);

    /**
     * Counts a write.
     *
     * @param lines at its line
     * @param request with its sectors
     */
    void line(Lines lines, Request request) {
        long first = request.offset;
        if (lines.is(ACTION, "C")) pending.values().forEach(each -> complete(each, request));
        else if (lines.is(ACTION, "Q")) add(BlockAction.QUEUED, first);
        else if (lines.is(ACTION, "D")) add(BlockAction.DISPATCHED, first);
        else if (lines.is(ACTION, "R") && pending.containsKey(BlockAction.DISPATCHED))
            pending.get(BlockAction.DISPATCHED).computeIfPresent(first, UncompletedWrites::less);
    }

    private void add(BlockAction action, long first) {
        SortedMap<Long, Integer> requests =
                pending.computeIfAbsent(action, each -> new TreeMap<>());
        if (requests.size() < MOST_PENDING) requests.merge(first, 1, Integer::sum);
    }

    private static void complete(SortedMap<Long, Integer> requests, Request request) {
        SortedMap<Long, Integer> covered =
                requests.subMap(request.offset, request.offset + request.bytes);
        for (Long first : covered.keySet().toArray(new Long[0]))
            requests.computeIfPresent(first, UncompletedWrites::less);
    }

    private static @Nullable Integer less(Long first, Integer count) {
        return count == 1 ? null : count - 1;
    }

    /**
     * Returns their number. It is lower if very many are pending at once, or if other writes to the
     * same sectors have a completion alone.
     */
    long count() {
        Map<Long, Integer> requests = pending.get(BlockAction.DISPATCHED);
        if (requests == null) requests = pending.getOrDefault(BlockAction.QUEUED, new TreeMap<>());
        return requests.values().stream().mapToLong(each -> each).sum();
    }
}
