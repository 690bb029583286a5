// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of so many clients.
 *
 * @param clients how many requests there may be at once
 * @param closedPerSecond what they reach where each waits for an answer before it goes on
 * @param isSettled whether that rate had settled before it was measured
 * @param points one for each rate, rising
 * @param knee where the cluster is saturated; null if not all rates were measured
 */
public record SweepCurve(
        int clients,
        double closedPerSecond,
        boolean isSettled,
        List<SweepPoint> points,
        @Nullable Knee knee) {}
