// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import org.jspecify.annotations.Nullable;

/**
 * A simulated drive with a clock: requests in, completions out. The caller advances the time, event
 * by event. All times are in nanoseconds.
 *
 * <p>Not safe for concurrent use.
 */
public interface TimedDevice {
    /** Returns the number of pages that the host can use. */
    int pages();

    /**
     * Writes a page in no time, as before the first request.
     *
     * @param stream the stream of a drive with several, from 0
     */
    void prepare(int page, int stream);

    /** Reads pages. */
    void read(Request request, int first, int pages);

    /**
     * Writes pages.
     *
     * @param stream the stream of a drive with several, from 0
     */
    void write(Request request, int first, int pages, int stream);

    /** Marks the content of pages as no longer needed, in no time. */
    void trim(int first, int pages);

    /** Makes the writes that are complete survive a loss of power. */
    void flush(Request request);

    /** Takes the next request that is complete; null if there is none. */
    @Nullable Request poll();

    /** Returns the time. */
    long now();

    /** Returns the time of the next event; {@link Long#MAX_VALUE} if there is none. */
    long nextEvent();

    /**
     * Advances the time.
     *
     * @throws IllegalArgumentException if it is before now or after the next event
     */
    void advance(long to);

    /** Advances the time to the next event. There must be one. */
    void step();

    /** Returns the number of pages that the host has written. */
    long hostWrites();

    /** Returns the number of pages that garbage collection has moved; 0 on a disk. */
    long moves();
}
