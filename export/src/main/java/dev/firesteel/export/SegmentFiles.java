// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes each entry read from a journal into the file of its segment, at its position in the
 * journal. A segment without entries gets no file.
 */
public final class SegmentFiles implements ReplayHandler, Closeable {
    /** Creates the files. */
    @FunctionalInterface
    public interface Target {
        /**
         * Creates an empty segment file of that name. A finished file is synced before it is
         * closed.
         */
        FileChannel create(String name) throws IOException;
    }

    private final Target target;
    private final List<Damage> damages = new ArrayList<>();
    private @Nullable SegmentFile current;
    private long bytes;
    private long fillers;

    /**
     * Starts without any file.
     *
     * @param target creates the files, one after the other
     */
    public SegmentFiles(Target target) {
        this.target = target;
    }

    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        fileOf(segment).entry(startOffset, endOffset, entry);
    }

    private SegmentFile fileOf(SegmentInfo segment) throws IOException {
        SegmentFile file = current;
        if (file != null && file.id() == segment.id()) return file;
        finish();
        int version = segment.contentVersion();
        FileChannel channel = target.create(SegmentFormat.fileName(version, segment.id()));
        file = new SegmentFile(channel, version, segment.id());
        current = file;
        return file;
    }

    @Override
    public void damage(Damage damage) {
        damages.add(damage);
    }

    /** Ends the last file. */
    public void finish() throws IOException {
        SegmentFile file = current;
        if (file == null) return;
        file.finish();
        bytes += file.bytes();
        fillers += file.fillers();
        close();
    }

    /** Returns the damages found. Fillers replace unreadable entries if others follow them. */
    public List<Damage> damages() {
        return List.copyOf(damages);
    }

    /** Returns the bytes of all finished files. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of fillers in all finished files. */
    long fillers() {
        return fillers;
    }

    /** Closes the last file, finished or not. */
    @Override
    public void close() throws IOException {
        SegmentFile file = current;
        current = null;
        if (file != null) file.close();
    }
}
