// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A lying drive's cache at a power loss, in a file beside its image. It shows which losses were of
 * promised writes.
 *
 * <p>For each write: whether a flush had returned after it (1 byte), its offset (8), its length
 * (4), its data.
 */
final class AcknowledgedWrites {
    /** A write, and whether the drive had promised that it is stable. */
    record Promise(boolean isPromised, CachedWrite write) {}

    private AcknowledgedWrites() {}

    static Path file(DriveSettings settings) {
        return Path.of(settings.image() + ".promises");
    }

    static void write(
            DriveSettings settings,
            Collection<CachedWrite> promised,
            Collection<CachedWrite> completed,
            Collection<CachedWrite> inFlight)
            throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file(settings))))) {
            for (CachedWrite write : promised) write(out, true, write);
            for (CachedWrite write : completed) write(out, false, write);
            for (CachedWrite write : inFlight) write(out, false, write);
        }
    }

    private static void write(DataOutputStream out, boolean isPromised, CachedWrite write)
            throws IOException {
        out.writeBoolean(isPromised);
        out.writeLong(write.offset());
        out.writeInt(write.bytes());
        out.write(write.slice(0, write.bytes()).array());
    }

    /** Reads the writes, in their order. */
    static List<Promise> read(DriveSettings settings) throws IOException {
        List<Promise> promises = new ArrayList<>();
        try (DataInputStream in =
                new DataInputStream(
                        new BufferedInputStream(Files.newInputStream(file(settings))))) {
            while (true) {
                boolean isPromised = in.readBoolean();
                long offset = in.readLong();
                byte[] data = new byte[in.readInt()];
                in.readFully(data);
                promises.add(new Promise(isPromised, new CachedWrite(offset, data)));
            }
        } catch (EOFException e) {
            return promises;
        }
    }
}
