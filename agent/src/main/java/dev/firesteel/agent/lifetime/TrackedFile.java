// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is there. The same one after it was renamed; another one after it was truncated. */
final class TrackedFile {
    final FileClass files;
    final Lifetime lifetime;
    final long createdMillis;
    private final long fixedBytes;
    private volatile Path path;
    private boolean missed;

    /**
     * Takes down a file.
     *
     * @param fixedBytes its size if that cannot be asked for, as with a raw device, or -1
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

    /** It was looked for, and not there. */
    void miss() {
        missed = true;
    }

    boolean isMissed() {
        return missed;
    }

    /** How large it is now. */
    long bytes() throws IOException {
        return fixedBytes < 0 ? Files.size(path) : fixedBytes;
    }
}
