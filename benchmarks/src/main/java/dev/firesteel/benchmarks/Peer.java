// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

/** A durable log that is measured. */
interface Peer extends AutoCloseable {
    /**
     * What one thread appends with.
     *
     * @param payload what it appends each time
     */
    Appender appender(byte[] payload) throws Exception;

    /** What was written so far, by those that count it. */
    default Written written() {
        return Written.UNKNOWN;
    }

    @Override
    void close() throws Exception;

    /** Used by one thread. */
    @FunctionalInterface
    interface Appender {
        /** Returns when the payload is durable. */
        void append() throws Exception;
    }

    /**
     * What went to the drive.
     *
     * @param requests writes, each of which was durable when it returned
     * @param bytes what they wrote, padding included
     */
    record Written(long requests, long bytes) {
        static final Written UNKNOWN = new Written(0, 0);

        Written since(Written before) {
            return new Written(requests - before.requests, bytes - before.bytes);
        }
    }
}
