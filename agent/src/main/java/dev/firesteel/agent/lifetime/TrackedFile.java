// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An existing file. It stays the same when renamed; a truncated file becomes a new one. */
final class TrackedFile {
    final FileClass files;
    final Lifetime lifetime;
    final long createdMillis;
    private final long fixedBytes;
    private volatile Path path;
    private boolean missed;

    /**
     * Creates a tracked file.
     *
     * @param fixedBytes the size if it cannot be queried, as with a raw device, or -1
     */
    TrackedFile(
            Path path, FileClass files, Lifetime lifetime, long createdMillis, long fixedBytes) {
        this.path = path;
        this.files = files;
        this.lifetime = lifetime;
        this.createdMillis = createdMillis;
        this.fixedBytes = fixedBytes;
    }

    Path path() {
        return path;
    }

    void renamed(Path to) {
        path = to;
        missed = false;
    }

    /** Records that the file was not found. */
    void miss() {
        missed = true;
    }

    boolean isMissed() {
        return missed;
    }

    /** Returns the current size. */
    long bytes() throws IOException {
        return fixedBytes < 0 ? Files.size(path) : fixedBytes;
    }
}
