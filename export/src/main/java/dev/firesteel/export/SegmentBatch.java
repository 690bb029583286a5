// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A set of segment files, none of which is visible before all are complete. */
public final class SegmentBatch implements SegmentFiles.Target, Closeable {
    private final SegmentDirectory directory;
    private final List<String> drafts = new ArrayList<>();

    /** Creates an empty batch. The directory is created with the first file. */
    public SegmentBatch(SegmentDirectory directory) {
        this.directory = directory;
    }

    @Override
    public FileChannel create(String name) throws IOException {
        FileChannel channel = directory.create(name);
        drafts.add(name);
        return channel;
    }

    /** Gives the files their names. When this returns, the names would survive a power failure. */
    public List<Path> publish() throws IOException {
        List<Path> files = new ArrayList<>();
        while (!drafts.isEmpty()) {
            files.add(directory.publish(drafts.get(0)));
            drafts.remove(0);
        }
        if (!files.isEmpty()) SegmentDirectory.force(directory.path());
        return List.copyOf(files);
    }

    /** Deletes unpublished files. */
    @Override
    public void close() throws IOException {
        for (String name : drafts) directory.abandon(name);
        drafts.clear();
    }
}
