// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;

/**
 * Told what a trace says, in its order. Moments are microseconds since the trace began, and never
 * fall; a file's number is its own, and files that are written or deleted are alive.
 */
public interface TraceHandler {
    /** A file was there when the trace began, with so many bytes. */
    void live(long micros, long file, FileClass fileClass, Lifetime lifetime, long bytes)
            throws IOException;

    /** A file begins, empty. */
    void created(long micros, long file, FileClass fileClass, Lifetime lifetime) throws IOException;

    /** Bytes of a file are written, over others or behind them. */
    void written(long micros, long file, long offset, long bytes) throws IOException;

    /** Bytes of a raw device are no longer wanted. Of files, only whole ones are. */
    void discarded(long micros, long file, long offset, long bytes) throws IOException;

    /** A file ends. */
    void deleted(long micros, long file) throws IOException;
}
