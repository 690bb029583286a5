// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.util.List;

/**
 * Result of a cut for each drive.
 *
 * @param tolls in the order of the drives
 */
public record CutReport(List<PowerLoss.Toll> tolls) {}
