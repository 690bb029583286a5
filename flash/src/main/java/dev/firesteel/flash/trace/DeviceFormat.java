// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

/** Reads the lines of one kind of device traces. Holds the state of one reading. */
interface DeviceFormat {
    /**
     * Reads a line.
     *
     * @param lines at the line
     * @param request receives it
     * @return whether the line is a request
     */
    boolean read(Lines lines, Request request) throws BadTraceException;

    /** Returns whether times count from the beginning of the recording, not of any other origin. */
    default boolean startsAtZero() {
        return false;
    }

    /**
     * Returns whether the line last read begins another recording, whose times start again. Its
     * requests then follow those before it.
     */
    default boolean isRestarted() {
        return false;
    }

    /** Returns a note for people on the lines read so far; empty if there is none. */
    default String note() {
        return "";
    }
}
