// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static com.datastax.oss.driver.api.core.retry.RetryDecision.RETHROW;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/** Passes every error to the caller. The driver's default policy retries some requests. */
@SuppressWarnings("deprecation") // the interface's newer methods answer with what these say
public final class NoRetryPolicy implements RetryPolicy {
    /** Called by the driver, which finds the class by its name. */
    @SuppressWarnings("unused")
    public NoRetryPolicy(DriverContext context, String profileName) {}

    @Override
    public RetryDecision onReadTimeout(
            Request request,
            ConsistencyLevel level,
            int blockFor,
            int received,
            boolean dataPresent,
            int retries) {
        return RETHROW;
    }

    @Override
    public RetryDecision onWriteTimeout(
            Request request,
            ConsistencyLevel level,
            WriteType type,
            int blockFor,
            int received,
            int retries) {
        return RETHROW;
    }

    @Override
    public RetryDecision onUnavailable(
            Request request, ConsistencyLevel level, int required, int alive, int retries) {
        return RETHROW;
    }

    @Override
    public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
        return RETHROW;
    }

    @Override
    public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
        return RETHROW;
    }

    @Override
    public void close() {}
}
