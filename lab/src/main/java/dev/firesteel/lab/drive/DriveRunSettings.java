// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.util.List;

/**
 * Settings of the drives' process.
 *
 * @param mountPoint an empty directory for the files of {@code drives}, absolute
 * @param drives block devices, which share one power supply
 * @param fileDrives drives that are given files
 */
record DriveRunSettings(
        String mountPoint, List<DriveSettings> drives, List<FileDriveSettings> fileDrives) {}
