// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results for a number of clients.
 *
 * @param clients the maximum number of concurrent requests
 * @param closedPerSecond their rate in a closed loop
 * @param isSettled whether that rate was in steady state before the measurement
 * @param points one for each rate, rising
 * @param knee the saturation point; null if not all rates were measured
 */
public record SweepCurve(
        int clients,
        double closedPerSecond,
        boolean isSettled,
        List<SweepPoint> points,
        @Nullable Knee knee) {}
