// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A lying drive's losses of a journal. Counts the records that it promised and lost, and those of
 * them that a surviving record proves durable by its watermark. The others leave no trace on the
 * drive: no log on one drive can detect their loss.
 *
 * <p>Derived from the drive's cache, not from the journal's code, whose reports it verifies. The
 * format of a record is that of {@code docs/internals/format.md}.
 *
 * @param promised lost records with entries for which a flush had returned
 * @param entries the number of their entries: an upper bound of the acknowledged entries lost by
 *     the drive
 * @param tellable those of the records at or below a surviving watermark
 * @param sectors all lost sectors for which a flush had returned: those of these records, and
 *     others that a log needs, namely the records that end segments, the journal's metadata, and
 *     the file system's
 */
public record LostRecords(int promised, long entries, int tellable, int sectors) {
    /** The losses of a drive that keeps its promises. */
    public static final LostRecords NONE = new LostRecords(0, 0, 0, 0);

    private static final int MAGIC = 0x46535243; // FSRC
    private static final int HEADER_BYTES = 80;
    private static final int ENTRIES = 1;

    private static final int CHECKSUM_AT = 4;
    private static final int CHECKED_FROM = 8;
    private static final int EPOCH_AT = 24;
    private static final int SEQUENCE_AT = 32;
    private static final int WATERMARK_AT = 48;
    private static final int BODY_BYTES_AT = 64;
    private static final int ENTRIES_AT = 68;
    private static final int KIND_AT = 76;

    /**
     * A sector that was in the cache: intended content, actual content, and whether it was
     * promised.
     *
     * @param keepsPromise whether it holds the last promised content, or newer
     */
    private record Sector(
            ByteBuffer content, ByteBuffer found, boolean isPromised, boolean keepsPromise) {
        static Sector written(ByteBuffer content, ByteBuffer found, boolean isPromised) {
            return new Sector(content, found, isPromised, !isPromised || found.equals(content));
        }

        boolean isKept() {
            return found.equals(content);
        }

        Sector overwritten(Sector later) {
            if (later.isPromised) return later;
            return new Sector(later.content, found, false, keepsPromise || later.isKept());
        }
    }

    private static boolean startsRecord(ByteBuffer sector) {
        if (sector.remaining() < HEADER_BYTES || sector.getInt(0) != MAGIC) return false;
        CRC32C crc = new CRC32C();
        crc.update(sector.slice(CHECKED_FROM, HEADER_BYTES - CHECKED_FROM));
        return sector.getInt(CHECKSUM_AT) == (int) crc.getValue();
    }

    private record LostRecord(long epoch, long sequence, int entries) {}

    /** Determines a lying drive's losses in the last cut, before the drive is used again. */
    public static LostRecords of(DriveSettings drive) throws IOException {
        return of(AcknowledgedWrites.read(drive), drive);
    }

    private static LostRecords of(List<AcknowledgedWrites.Promise> promises, DriveSettings drive)
            throws IOException {
        TreeMap<Long, Sector> sectors = sectors(promises, drive);
        Map<Long, Long> watermarks = new HashMap<>();
        for (Sector sector : sectors.values())
            if (startsRecord(sector.found)) // a torn sector may still have its header
            watermarks.merge(
                        sector.found.getLong(EPOCH_AT),
                        sector.found.getLong(WATERMARK_AT),
                        Math::max);
        List<LostRecord> lost =
                sectors.entrySet().stream()
                        .filter(at -> startsRecord(at.getValue().content))
                        .filter(at -> at.getValue().content.getInt(KIND_AT) == ENTRIES)
                        .filter(at -> isLost(record(sectors, at.getKey(), at.getValue())))
                        .map(at -> lostRecord(at.getValue().content))
                        .toList();
        long tellable =
                lost.stream()
                        .filter(each -> each.sequence <= watermarks.getOrDefault(each.epoch, 0L))
                        .count();
        long broken = sectors.values().stream().filter(each -> !each.keepsPromise).count();
        long entries = lost.stream().mapToLong(LostRecord::entries).sum();
        return new LostRecords(lost.size(), entries, (int) tellable, (int) broken);
    }

    private static LostRecord lostRecord(ByteBuffer header) {
        return new LostRecord(
                header.getLong(EPOCH_AT), header.getLong(SEQUENCE_AT), header.getInt(ENTRIES_AT));
    }

    /** Returns the sectors of a record that were in the cache. */
    private static Iterable<Sector> record(TreeMap<Long, Sector> sectors, long at, Sector first) {
        int bytes = HEADER_BYTES + first.content.getInt(BODY_BYTES_AT);
        return sectors.subMap(at, at + bytes).values();
    }

    private static boolean isLost(Iterable<Sector> record) {
        boolean kept = true;
        for (Sector sector : record) {
            if (!sector.isPromised) return false;
            kept &= sector.isKept();
        }
        return !kept;
    }

    /** Returns the intended and the actual content of each sector that was in the cache. */
    private static TreeMap<Long, Sector> sectors(
            List<AcknowledgedWrites.Promise> promises, DriveSettings drive) throws IOException {
        TreeMap<Long, Sector> sectors = new TreeMap<>();
        try (FileChannel image = FileChannel.open(Path.of(drive.image()))) {
            for (AcknowledgedWrites.Promise promise : promises)
                for (int at = 0; at < promise.write().bytes(); at += drive.sectorBytes()) {
                    long offset = promise.write().offset() + at;
                    ByteBuffer content = promise.write().slice(at, drive.sectorBytes());
                    ByteBuffer found = read(image, offset, content.remaining());
                    sectors.merge(
                            offset,
                            Sector.written(content, found, promise.isPromised()),
                            Sector::overwritten);
                }
        }
        return sectors;
    }

    private static ByteBuffer read(FileChannel image, long offset, int bytes) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(bytes);
        while (found.hasRemaining() && image.read(found, offset + found.position()) > 0) {}
        return found.clear();
    }
}
