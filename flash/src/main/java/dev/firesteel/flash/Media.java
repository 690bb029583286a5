// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Receives the translation layer's operations on the flash. */
public interface Media {
    /** A receiver that ignores them. */
    Media UNSEEN = new Media() {};

    /**
     * Called when a page is written, by the host or, unless {@link #move} says otherwise, by
     * garbage collection.
     *
     * @param page the physical page: block times pages per block, plus the page in the block
     * @param logicalPage the logical page stored there
     */
    default void program(int page, int logicalPage) {}

    /**
     * Called when garbage collection moves a page. Calls {@link #program} by default.
     *
     * @param from the physical page that holds it so far
     * @param to the physical page that is written
     * @param logicalPage the logical page
     */
    default void move(int from, int to, int logicalPage) {
        program(to, logicalPage);
    }

    /** Called when a whole block is erased. */
    default void erase(int block) {}
}
