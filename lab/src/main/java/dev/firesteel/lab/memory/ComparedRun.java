// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Calibration;

/**
 * One measurement of one memory split.
 *
 * @param round from 1
 * @param division its name
 */
public record ComparedRun(int round, String division, Calibration.Run run) {}
