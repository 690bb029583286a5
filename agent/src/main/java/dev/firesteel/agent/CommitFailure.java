// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.concurrent.ThreadFactory;
import org.apache.cassandra.db.commitlog.CommitLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies Cassandra's {@code commit_failure_policy} to a failed journal. Runs on a new thread,
 * because the policy may stop services or end the process.
 */
final class CommitFailure {
    private static final Logger logger = LoggerFactory.getLogger(CommitFailure.class);

    private final ThreadFactory threads;

    CommitFailure(ThreadFactory threads) {
        this.threads = threads;
    }

    void report(String message, Exception failure) {
        threads.newThread(() -> act(message, failure)).start();
    }

    private static void act(String message, Exception failure) {
        if (CommitLog.handleCommitError(message, failure))
            logger.error(
                    "The journal rejects writes until this node is started again, whatever the"
                            + " policy");
    }
}
