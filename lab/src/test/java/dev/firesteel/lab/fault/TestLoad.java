// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.time.Duration;

/**
 * A load with a given outcome.
 *
 * @param isRefused whether the node refuses a write
 * @param resumes whether it acknowledges a later one
 * @param lasts the duration of the load
 */
record TestLoad(boolean isRefused, boolean resumes, Duration lasts) implements Load {
    @Override
    public void last(Duration time) {}

    @Override
    public boolean goesOn(Duration time) {
        return lasts.compareTo(time) > 0;
    }

    @Override
    public boolean isRefused(Duration patience) {
        return isRefused;
    }

    @Override
    public boolean resumes(Duration patience) {
        return resumes;
    }

    @Override
    public boolean isServed(Duration patience) {
        return resumes;
    }
}
