// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Segment files of which none can be seen before all of them are complete. */
public final class SegmentBatch implements SegmentFiles.Target, Closeable {
    private final SegmentDirectory directory;
    private final List<String> drafts = new ArrayList<>();

    /** An empty one; the directory is made with the first file. */
    public SegmentBatch(SegmentDirectory directory) {
        this.directory = directory;
    }

    @Override
    public FileChannel create(String name) throws IOException {
        FileChannel channel = directory.create(name);
        drafts.add(name);
        return channel;
    }

    /** Gives the files their names. When this returns, that would survive a loss of power. */
    public List<Path> publish() throws IOException {
        List<Path> files = new ArrayList<>();
        while (!drafts.isEmpty()) {
            files.add(directory.publish(drafts.get(0)));
            drafts.remove(0);
        }
        if (!files.isEmpty()) SegmentDirectory.force(directory.path());
        return List.copyOf(files);
    }

    /** Leaves nothing behind of files that were not published. */
    @Override
    public void close() throws IOException {
        for (String name : drafts) directory.abandon(name);
        drafts.clear();
    }
}
