// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

/** A request of the host. */
public final class Request {
    /** The kinds of requests. */
    public enum Kind {
        /** Reads pages. */
        READ,
        /** Writes pages. */
        WRITE,
        /** Completes once the writes that were complete before it survive a loss of power. */
        FLUSH
    }

    private final Kind kind;
    private final long arrived;
    private long completed = -1;

    /** Pages of a read or write, or earlier pages of a flush, that are not done. */
    int remaining;

    /** The number of flushes so far, for a flush. */
    long number;

    /**
     * Creates a request.
     *
     * @param arrived the time at which the host made it, in nanoseconds; latency counts from here
     */
    public Request(Kind kind, long arrived) {
        this.kind = kind;
        this.arrived = arrived;
    }

    /** Returns its kind. */
    public Kind kind() {
        return kind;
    }

    /** Returns the time at which the host made it, in nanoseconds. */
    public long arrived() {
        return arrived;
    }

    /** Returns the time from arrival to completion, in nanoseconds. */
    public long latency() {
        if (completed < 0) throw new IllegalStateException("the request is not complete");
        return completed - arrived;
    }

    void complete(long at) {
        if (completed >= 0) throw new IllegalStateException("the request is complete");
        completed = at;
    }
}
