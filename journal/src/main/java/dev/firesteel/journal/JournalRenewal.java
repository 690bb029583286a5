// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;

/**
 * Formats a device even if it already holds a journal. Measurements use it to start each time with
 * an empty journal.
 *
 * @param format the geometry of the new journal
 * @param expendable whether a journal, and every write in it, may be erased
 */
public record JournalRenewal(JournalFormat format, Predicate<JournalInfo> expendable) {
    private static final int MARKED_BYTES = 1 << 20;

    /**
     * Writes an empty journal.
     *
     * @throws DeviceRefusedException if the device is in use, too small, or neither blank nor an
     *     expendable journal; nothing has been written
     */
    public void write(Path path, JournalFormat.Progress progress) throws JournalException {
        if (Files.exists(path)) clear(path);
        format.write(path, progress);
    }

    private void clear(Path path) throws JournalException {
        try (DirectBlockDevice device = DirectBlockDevice.open(path)) {
            if (BlankCheck.firstNonZero(device) < 0) return;
            format.requireFits(device);
            requireExpendable(path, JournalReader.inspect(device));
            if (device.isGrowable()) truncate(path);
            else eraseMarks(device);
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException("cannot clear " + path + ": " + e.getMessage(), e);
        }
    }

    private void requireExpendable(Path path, JournalInfo journal) throws JournalException {
        if (expendable.test(journal)) return;
        Owner owner = journal.owner();
        throw new DeviceRefusedException(
                DeviceRefusedException.Reason.FOREIGN,
                path
                        + " is a journal of "
                        + (owner == null ? "no owner" : owner.name())
                        + ", and "
                        + journal.segments().size()
                        + " of its segments are in use. If nothing in it is needed any more,"
                        + " overwrite its first and last mebibyte with zeros, or remove the file");
    }

    private static void truncate(Path file) throws IOException {
        Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                .close();
    }

    /**
     * Erases the end first: with intact superblocks it is still a journal, which can be cleared.
     */
    private static void eraseMarks(BlockDevice device) throws IOException {
        int bytes = (int) Math.min(MARKED_BYTES, device.sizeBytes());
        ByteBuffer zeros = Superblocks.aligned(bytes, device.blockBytes());
        device.write(device.sizeBytes() - bytes, zeros);
        device.write(0, zeros.rewind());
    }
}
