// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

/**
 * Receives created and deleted files, on the threads that create and delete them. Calls must return
 * quickly.
 */
interface FileEvents {
    /** Called when a file was opened, before its first byte. */
    void created(TrackedFile file);

    /**
     * Called when a file is gone.
     *
     * @param bytes the size of the file, or -1 if unknown
     */
    void deleted(TrackedFile file, long bytes);
}
