// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import org.jspecify.annotations.Nullable;

/**
 * Settings of a drive.
 *
 * @param name the name of its file
 * @param image the file on this machine with the stable data, absolute
 * @param sectorBytes size of atomic parts of a completed write: 512 or 4096
 * @param volatileWrites 0 for an honest drive, whose flush makes all writes stable; a lying drive
 *     acknowledges a flush, but loses this number of last writes with the power
 * @param garbles whether a sector in the middle of a write may have any content after a power loss;
 *     otherwise it is old or new
 * @param recording the new file that gets every write and flush in its order, absolute; null for
 *     none
 * @param model the drive whose times it takes; null for one that answers at once
 */
public record DriveSettings(
        String name,
        String image,
        int sectorBytes,
        int volatileWrites,
        boolean garbles,
        @Nullable String recording,
        @Nullable DriveModel model) {
    /** Settings of a drive without a recording or a model. */
    public DriveSettings(
            String name, String image, int sectorBytes, int volatileWrites, boolean garbles) {
        this(name, image, sectorBytes, volatileWrites, garbles, null, null);
    }

    public DriveSettings {
        if (sectorBytes != 512 && sectorBytes != 4096)
            throw new IllegalArgumentException(
                    "a sector has 512 or 4096 bytes, not " + sectorBytes);
        if (volatileWrites < 0)
            throw new IllegalArgumentException(
                    "volatileWrites must be 0 or more, not " + volatileWrites);
        if (recording != null && model != null)
            throw new IllegalArgumentException("a recording has no trims, which a model needs");
    }
}
