// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;

/**
 * Receives the events of a trace, in order. Times are microseconds since the trace began, and never
 * decrease. File numbers are unique; files written or deleted are alive.
 */
public interface TraceHandler {
    /** Called for a file that existed at the start of the trace, or of a part after a gap. */
    void live(long micros, long file, FileClass fileClass, Lifetime lifetime, long bytes)
            throws IOException;

    /** Called when a file is created, empty. */
    void created(long micros, long file, FileClass fileClass, Lifetime lifetime) throws IOException;

    /** Called when bytes of a file are overwritten or appended. */
    void written(long micros, long file, long offset, long bytes) throws IOException;

    /** Called when bytes of a raw device are discarded. Files are only deleted as a whole. */
    void discarded(long micros, long file, long offset, long bytes) throws IOException;

    /** Called when a file is deleted. */
    void deleted(long micros, long file) throws IOException;
}
