// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.function.Consumer;
import org.apache.cassandra.exceptions.WriteTimeoutException;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.utils.concurrent.AsyncPromise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports failed deferred writes to their coordinators, as Cassandra reports exceptions of message
 * handlers. Write timeouts are not reported: the coordinator has its own timeout.
 */
public final class ReplicaWrites {
    private static final Logger logger = LoggerFactory.getLogger(ReplicaWrites.class);

    @SuppressWarnings("ThreadLocalUsage") // One instance per commit log, and so per process.
    private final ThreadLocal<@Nullable Message<?>> handled = new ThreadLocal<>();

    /** Marks this thread as handling a message with a mutation, until {@link #end}. */
    void begin(Message<?> message) {
        handled.set(message);
    }

    /** Ends what {@link #begin} began. */
    void end() {
        handled.remove();
    }

    /**
     * Returns a callback that completes a promise, and reports a failure of the current message.
     */
    Consumer<@Nullable Exception> completing(AsyncPromise<Object> promise) {
        Message<?> message = handled.get();
        return failure -> {
            if (failure == null) {
                promise.trySuccess(null);
                return;
            }
            if (!(failure instanceof WriteTimeoutException)) report(message, failure);
            promise.tryFailure(failure);
        };
    }

    private static void report(@Nullable Message<?> message, Exception failure) {
        logger.error("A mutation could not be applied", failure);
        if (message != null) MessagingService.instance().inboundSink.fail(message.header, failure);
    }
}
