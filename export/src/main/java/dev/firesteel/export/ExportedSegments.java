// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether segment files have each entry that is read of a journal, where it is in the
 * journal. That it is whole its length and its checksums tell, so that no key is needed for a
 * journal that is encrypted. What is damaged in the journal is asked of no file.
 */
public final class ExportedSegments implements ReplayHandler, Closeable {
    private final Path directory;
    private @Nullable String flaw;
    private @Nullable FileChannel channel;
    private Path file;
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    /**
     * Has looked at nothing yet.
     *
     * @param directory where the files are, under the names that an export gives them
     */
    public ExportedSegments(Path directory) {
        this.directory = directory;
        file = directory;
    }

    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        if (flaw != null) return;
        Path wanted =
                directory.resolve(SegmentFormat.fileName(segment.contentVersion(), segment.id()));
        if (!wanted.equals(file)) {
            close();
            file = wanted;
            try {
                channel = FileChannel.open(wanted);
            } catch (NoSuchFileException e) {
                flaw = "there is no " + wanted;
                return;
            }
        }
        if (!has(startOffset, endOffset, entry.remaining()))
            flaw = "%s is not as it was exported, from byte %d on".formatted(file, startOffset);
    }

    private boolean has(int startOffset, int endOffset, int mutationBytes) throws IOException {
        int bytes = endOffset - startOffset;
        if (buffer.capacity() < bytes) buffer = ByteBuffer.allocate(bytes);
        buffer.clear().limit(bytes);
        FileChannel open = channel;
        if (open == null) return false;
        while (buffer.hasRemaining())
            if (open.read(buffer, startOffset + (long) buffer.position()) < 0) return false;
        return SegmentFormat.isEntry(buffer.flip(), mutationBytes);
    }

    @Override
    public void damage(Damage damage) {}

    /** What is missing in the files, in words; empty if nothing is. */
    public Optional<String> flaw() {
        return Optional.ofNullable(flaw);
    }

    /** Lets go of the last file. */
    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) open.close();
    }
}
