// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.Arrays;

/**
 * The next event of each server, the earliest first: a binary heap with a place for each server.
 * Servers with an event at the same time come in an order that depends on the history alone.
 */
final class Timeline {
    private static final int NONE = -1;

    private final long[] time;
    private final int[] heap;

    /** The place of each server in the heap; NONE if it has no event. */
    private final int[] place;

    private int size;

    Timeline(int servers) {
        time = new long[servers];
        heap = new int[servers];
        place = new int[servers];
        Arrays.fill(place, NONE);
    }

    /** Returns the time of the earliest event; {@link Long#MAX_VALUE} if there is none. */
    long earliest() {
        return size == 0 ? Long.MAX_VALUE : time[heap[0]];
    }

    /** Removes the earliest event, and returns its server. There must be one. */
    int take() {
        int server = heap[0];
        remove(server);
        return server;
    }

    /** Gives a server that has none an event. */
    void add(int server, long at) {
        if (place[server] != NONE) throw new IllegalStateException("server has an event");
        time[server] = at;
        put(size++, server);
        up(size - 1);
    }

    /** Takes a server's event away. It must have one. */
    void remove(int server) {
        int hole = place[server];
        place[server] = NONE;
        int last = heap[--size];
        if (last == server) return;
        put(hole, last);
        up(hole);
        down(place[last]);
    }

    /** Returns the time of a server's event. It must have one. */
    long timeOf(int server) {
        return time[server];
    }

    private void put(int at, int server) {
        heap[at] = server;
        place[server] = at;
    }

    private void up(int from) {
        int server = heap[from];
        int at = from;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (time[heap[parent]] <= time[server]) break;
            put(at, heap[parent]);
            at = parent;
        }
        put(at, server);
    }

    private void down(int from) {
        int server = heap[from];
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) break;
            if (child + 1 < size && time[heap[child + 1]] < time[heap[child]]) child++;
            if (time[heap[child]] >= time[server]) break;
            put(at, heap[child]);
            at = child;
        }
        put(at, server);
    }
}
