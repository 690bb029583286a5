// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.util.List;

/**
 * Result of a sweep.
 *
 * @param isComplete whether everything requested was measured
 * @param problem the reason why it could not go on; empty if there is none
 * @param curves one for each number of clients, as far as it was measured
 */
public record SweepResult(boolean isComplete, String problem, List<SweepCurve> curves) {}
