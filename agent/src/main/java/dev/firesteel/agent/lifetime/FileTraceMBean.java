// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;

/** Records the files of a running node for {@code firesteel endurance record}. */
public interface FileTraceMBean {
    /** Returns whether a recording is running, however it was started. */
    boolean isRecording();

    /**
     * Starts a recording.
     *
     * @param directory the absolute path for the parts of the trace; it is created
     * @param maxBytes the maximum size on disk, at least 1 MiB
     * @throws IOException if a recording is running already, or the directory cannot be used
     */
    void start(String directory, long maxBytes) throws IOException;

    /**
     * Completes the trace and stops; does nothing without a recording.
     *
     * @throws IOException if the trace cannot be completed
     */
    void stop() throws IOException;
}
