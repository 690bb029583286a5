// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.util.List;

/**
 * What the drives' process is to do.
 *
 * @param mountPoint an empty directory, absolute
 * @param drives the drives, whose power is one
 */
record DriveRunSettings(String mountPoint, List<DriveSettings> drives) {}
