// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Decides the fate of writes that were not stable at a power loss. At random all of them are lost,
 * or some, or none; of some only a part of the sectors. A later write can be kept where an earlier
 * one is lost, which covers every order in which a drive may make writes stable.
 *
 * <p>A sector of a completed write is old or new. One of a write in flight may be torn.
 */
public final class PowerLoss {
    /**
     * The losses of a drive.
     *
     * @param drive the drive's name
     * @param volatileWrites writes that were not stable, completed or not
     * @param sectors their sectors
     * @param droppedSectors sectors with their old content
     * @param tornSectors sectors with only a part of the new content, or garbage
     */
    public record Toll(
            String drive, int volatileWrites, long sectors, long droppedSectors, long tornSectors) {
        /** Returns whether anything was lost. */
        @JsonIgnore
        public boolean isHarmful() {
            return droppedSectors + tornSectors > 0;
        }
    }

    /** Shares of writes kept: 0 for a cache without power, 1 for one with a capacitor. */
    private static final double[] KEPT = {0, 0.25, 0.5, 0.75, 0.95, 1};

    private static final double SECTOR_BY_SECTOR = 0.5;
    private static final double TORN = 0.25;

    private final DriveSettings settings;
    private final FileChannel image;
    private final RandomGenerator random;
    private final double kept;
    private long sectors;
    private long dropped;
    private long torn;

    PowerLoss(DriveSettings settings, FileChannel image, RandomGenerator random) {
        this.settings = settings;
        this.image = image;
        this.random = random;
        this.kept = KEPT[random.nextInt(KEPT.length)];
    }

    Toll strike(List<CachedWrite> completed, List<CachedWrite> inFlight) throws IOException {
        for (CachedWrite write : completed) strike(write, false);
        for (CachedWrite write : inFlight) strike(write, true);
        return new Toll(
                settings.name(), completed.size() + inFlight.size(), sectors, dropped, torn);
    }

    private void strike(CachedWrite write, boolean inFlight) throws IOException {
        boolean isWholeKept = random.nextDouble() < kept;
        boolean isSectorBySector = inFlight || random.nextDouble() < SECTOR_BY_SECTOR;
        for (int at = 0; at < write.bytes(); at += settings.sectorBytes()) {
            ByteBuffer sector = write.slice(at, settings.sectorBytes());
            sectors++;
            if (inFlight && random.nextDouble() < TORN) tear(write.offset() + at, sector);
            else if (isSectorBySector ? random.nextDouble() < kept : isWholeKept)
                put(write.offset() + at, sector);
            else dropped++;
        }
    }

    /** Writes garbage, or only the new start. Drops the sector if the drive does not garble. */
    private void tear(long offset, ByteBuffer sector) throws IOException {
        if (!settings.garbles()) {
            dropped++;
            return;
        }
        torn++;
        if (random.nextBoolean()) {
            byte[] garbage = new byte[sector.remaining()];
            random.nextBytes(garbage);
            put(offset, ByteBuffer.wrap(garbage));
        } else put(offset, sector.limit(random.nextInt(sector.limit())));
    }

    private void put(long offset, ByteBuffer bytes) throws IOException {
        long end = offset + bytes.remaining();
        while (bytes.hasRemaining()) image.write(bytes, end - bytes.remaining());
    }
}
