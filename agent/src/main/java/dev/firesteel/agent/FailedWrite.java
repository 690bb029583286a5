// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.WriteType;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the exceptions for writes that the journal did not accept.
 *
 * <p>They are write timeouts: the coordinator returns an error that the client may retry, and
 * stores a hint. An {@code FSWriteError} is unsuitable. The local write path does not catch {@code
 * Error}, so the client would get no response. It would also trigger {@code disk_failure_policy}
 * instead of {@code commit_failure_policy}.
 */
public final class FailedWrite {
    private static final Logger logger = LoggerFactory.getLogger(FailedWrite.class);
    private static final int LOG_INTERVAL_SECONDS = 10;

    private FailedWrite() {}

    /** Logs the failure, rate-limited, and returns the exception to throw. */
    public static WriteTimeoutException of(Exception failure) {
        return of(String.valueOf(failure.getMessage()));
    }

    static WriteTimeoutException of(String reason) {
        NoSpamLogger.log(
                logger,
                NoSpamLogger.Level.WARN,
                LOG_INTERVAL_SECONDS,
                TimeUnit.SECONDS,
                "A write has failed: {}",
                reason);
        return new WriteTimeoutException(WriteType.SIMPLE, ConsistencyLevel.ONE, 0, 1, reason);
    }
}
