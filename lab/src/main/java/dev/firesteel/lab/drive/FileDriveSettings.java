// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

/**
 * Settings of a drive that is given files, and not blocks.
 *
 * @param name its name in reports
 * @param mountPoint the empty directory where its files appear, absolute
 * @param directory the directory on this machine with the files' content, absolute
 * @param bytes its size
 * @param model the drive whose times it takes
 * @param placing how its files are placed in its streams
 */
public record FileDriveSettings(
        String name,
        String mountPoint,
        String directory,
        long bytes,
        DriveModel model,
        Placing placing) {}
