// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.db.commitlog;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.schema.CompressionParams;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Reads the headers of archived segments. */
@NullMarked
final class JournalRestore {
    private JournalRestore() {}

    /**
     * Returns the name under which a segment is replayed.
     *
     * @throws IOException if the file is not a segment that this Cassandra can replay
     */
    static String segmentName(Path segment) throws IOException {
        CommitLogDescriptor header = header(segment);
        if (header == null) throw new IOException("its header is damaged");
        String name = String.valueOf(segment.getFileName());
        if (CommitLogDescriptor.isValid(name)
                && !header.equalsIgnoringCompression(CommitLogDescriptor.fromFileName(name)))
            throw new IOException("its header is that of " + header.fileName());
        if (header.version > CommitLogDescriptor.current_version)
            throw new IOException(
                    "it has version %d, and this Cassandra reads up to %d"
                            .formatted(header.version, CommitLogDescriptor.current_version));
        requireCompressor(header);
        return header.fileName();
    }

    private static @Nullable CommitLogDescriptor header(Path segment) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(segment))) {
            return CommitLogDescriptor.readHeader(in, DatabaseDescriptor.getEncryptionContext());
        } catch (IOException | RuntimeException e) {
            throw new IOException("it has no header of a segment (" + e + ")", e);
        }
    }

    private static void requireCompressor(CommitLogDescriptor header) throws IOException {
        if (header.compression == null) return;
        try {
            CompressionParams.createCompressor(header.compression);
        } catch (ConfigurationException e) {
            throw new IOException("its compression is unknown: " + e.getMessage(), e);
        }
    }
}
