// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/** A listener that ignores all calls. */
final class SilentTrials implements TrialListener {
    @Override
    public void loading(long rows, long of, double perSecond) {}

    @Override
    public void loaded(long bytes) {}

    @Override
    public void working(String at, double perSecond) {}

    @Override
    public void unsettled() {}
}
