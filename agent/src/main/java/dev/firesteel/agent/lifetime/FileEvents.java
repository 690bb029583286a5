// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

/** Is told what comes and goes. Calls come from the threads that do it, and must return quickly. */
interface FileEvents {
    /** A file has been opened for its first byte. */
    void created(TrackedFile file);

    /**
     * A file is gone.
     *
     * @param bytes how large it was, or -1 if nobody knows
     */
    void deleted(TrackedFile file, long bytes);
}
