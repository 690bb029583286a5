// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Told what the translation layer does to the flash. */
public interface Media {
    /** Nobody. */
    Media UNSEEN = new Media() {};

    /**
     * A page is written, by its host or because it is moved.
     *
     * @param page where: block times pages per block, plus the page in the block
     * @param logicalPage whose content it is
     */
    default void program(int page, int logicalPage) {}

    /** A whole block is erased. */
    default void erase(int block) {}
}
