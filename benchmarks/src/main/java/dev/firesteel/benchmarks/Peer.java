// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

/** A durable log that is measured. */
interface Peer extends AutoCloseable {
    /**
     * Returns the appender of one thread.
     *
     * @param payload the bytes that it appends each time
     */
    Appender appender(byte[] payload) throws Exception;

    /** Returns the writes so far, if the log counts them. */
    default Written written() {
        return Written.UNKNOWN;
    }

    @Override
    void close() throws Exception;

    /** Appends on one thread. */
    @FunctionalInterface
    interface Appender {
        /** Appends the payload, and returns when it is durable. */
        void append() throws Exception;
    }

    /**
     * The writes to the drive.
     *
     * @param requests the number of writes, each durable when it returned
     * @param bytes their bytes, padding included
     */
    record Written(long requests, long bytes) {
        static final Written UNKNOWN = new Written(0, 0);

        Written since(Written before) {
            return new Written(requests - before.requests, bytes - before.bytes);
        }
    }
}
