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
 * What Cassandra is told about a write that the journal did not take.
 *
 * <p>A write timeout: a coordinator answers the client with an error it may retry after, and keeps
 * a hint. An {@code FSWriteError} would not do. It is an {@code Error}, which the local write path
 * does not catch, so the client would wait in vain; and it sets off {@code disk_failure_policy}
 * where {@code commit_failure_policy} is to decide.
 */
public final class FailedWrite {
    private static final Logger logger = LoggerFactory.getLogger(FailedWrite.class);
    private static final int LOG_INTERVAL_SECONDS = 10;

    private FailedWrite() {}

    /** Logs the failure, though not every time, and returns what is to be thrown. */
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
