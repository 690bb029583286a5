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
 * Puts each entry that is read of a journal into the segment file of its segment, at the position
 * that it has in the journal. There is no file of a segment without entries.
 */
public final class SegmentFiles implements ReplayHandler, Closeable {
    /** Where the files go. */
    @FunctionalInterface
    public interface Target {
        /**
         * An empty file for the segment file of that name. When it is closed, its content would
         * survive a loss of power.
         */
        FileChannel create(String name) throws IOException;
    }

    private final Target target;
    private final List<Damage> damages = new ArrayList<>();
    private @Nullable SegmentFile current;
    private long bytes;
    private long fillers;

    /**
     * Begins with no file.
     *
     * @param target gets the files, one after the other
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

    /** What cannot be read; fillers stand in its place, if anything is behind it. */
    public List<Damage> damages() {
        return List.copyOf(damages);
    }

    /** Of all files that are finished. */
    long bytes() {
        return bytes;
    }

    /** In all files that are finished. */
    long fillers() {
        return fillers;
    }

    /** Lets go of the last file, finished or not. */
    @Override
    public void close() throws IOException {
        SegmentFile file = current;
        current = null;
        if (file != null) file.close();
    }
}
