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
 * What a drive that lies has lost of a journal: how many records it had promised and not kept, and
 * how many of these a record tells of that it did keep, because its watermark says that they were
 * durable. Losing the others leaves no trace on the drive: no log on one drive can tell.
 *
 * <p>Read from what the drive had in its cache, not from the journal: so it does not depend on the
 * code whose findings are compared with it. Of a record it knows what {@code docs/format.md} says.
 *
 * @param promised records with entries that were lost though a flush had returned
 * @param entries how many entries these held: no more of what was acknowledged is the drive's doing
 * @param tellable those of them at or below a watermark that is still there
 * @param sectors all sectors that were lost though a flush had returned: those of these records,
 *     and what else a log cannot be read without, which is the records that end segments, the
 *     journal's bookkeeping, and the file system's
 */
public record LostRecords(int promised, long entries, int tellable, int sectors) {
    /** Of a drive that keeps what it promises. */
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
     * A sector that was in the cache: what it should hold, what it holds, what was promised.
     *
     * @param keepsPromise whether it holds what was promised last, or something newer
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

    /** Looks what a drive that lies has lost in the last cut. It has not been used since. */
    public static LostRecords of(DriveSettings drive) throws IOException {
        return of(Promises.read(drive), drive);
    }

    private static LostRecords of(List<Promises.Promise> promises, DriveSettings drive)
            throws IOException {
        TreeMap<Long, Sector> sectors = sectors(promises, drive);
        Map<Long, Long> watermarks = new HashMap<>();
        for (Sector sector : sectors.values())
            if (startsRecord(sector.found)) // of a torn sector the header may be left
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

    /** The sectors of a record that were in the cache. */
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

    /** What each sector that was in the cache was to hold, compared with what it holds. */
    private static TreeMap<Long, Sector> sectors(
            List<Promises.Promise> promises, DriveSettings drive) throws IOException {
        TreeMap<Long, Sector> sectors = new TreeMap<>();
        try (FileChannel image = FileChannel.open(Path.of(drive.image()))) {
            for (Promises.Promise promise : promises)
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
