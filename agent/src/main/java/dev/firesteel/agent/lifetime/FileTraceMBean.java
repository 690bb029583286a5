// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;

/** By which {@code firesteel endurance record} has a running node record what files come and go. */
public interface FileTraceMBean {
    /** Whether something is recorded, whoever has begun it. */
    boolean isRecording();

    /**
     * Begins to record.
     *
     * @param directory for the parts of the trace, absolute; it is made
     * @param maxBytes what is kept on disk, at least 1 MiB
     * @throws IOException if something is recorded already, or cannot be there
     */
    void start(String directory, long maxBytes) throws IOException;

    /**
     * Writes down what has happened so far, and ends; nothing if nothing is recorded.
     *
     * @throws IOException if the trace cannot be completed
     */
    void stop() throws IOException;
}
