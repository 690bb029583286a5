// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** Told of pages of the drive, in runs that follow each other. */
@FunctionalInterface
interface Runs {
    /** So many pages, from the first on. */
    void run(int first, int pages);
}
