// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.util.List;

/**
 * Settings of the drives' process.
 *
 * @param mountPoint an empty directory, absolute
 * @param drives the drives, which share one power supply
 */
record DriveRunSettings(String mountPoint, List<DriveSettings> drives) {}
