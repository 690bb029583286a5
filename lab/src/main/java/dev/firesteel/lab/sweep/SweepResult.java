// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.util.List;

/**
 * What came of a sweep.
 *
 * @param isComplete whether everything that was asked for was measured
 * @param problem why it could not go on; empty if it could
 * @param curves one for each number of clients, as far as it was measured
 */
public record SweepResult(boolean isComplete, String problem, List<SweepCurve> curves) {}
