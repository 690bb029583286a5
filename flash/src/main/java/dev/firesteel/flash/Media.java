// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Receives the translation layer's operations on the flash. */
public interface Media {
    /** A receiver that ignores them. */
    Media UNSEEN = new Media() {};

    /**
     * Called when a page is written, by the host or by garbage collection.
     *
     * @param page the physical page: block times pages per block, plus the page in the block
     * @param logicalPage the logical page stored there
     */
    default void program(int page, int logicalPage) {}

    /** Called when a whole block is erased. */
    default void erase(int block) {}
}
