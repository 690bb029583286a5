// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

/**
 * What a drive is like.
 *
 * @param name what its file is called
 * @param image the file on this machine that holds what is stable, absolute
 * @param sectorBytes what it writes whole or not at all, once the write has completed: 512 or 4096
 * @param volatileWrites 0 for an honest drive, whose flush makes everything stable; otherwise the
 *     drive lies: a flush returns, and the last so many writes are lost with the power all the same
 * @param garbles whether a sector that is being written when the power goes may hold anything
 *     afterwards; otherwise it is old or new
 */
public record DriveSettings(
        String name, String image, int sectorBytes, int volatileWrites, boolean garbles) {
    public DriveSettings {
        if (sectorBytes != 512 && sectorBytes != 4096)
            throw new IllegalArgumentException(
                    "a sector has 512 or 4096 bytes, not " + sectorBytes);
        if (volatileWrites < 0)
            throw new IllegalArgumentException(
                    "volatileWrites must be 0 or more, not " + volatileWrites);
    }
}
