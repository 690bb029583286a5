// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** The place where a file system begins to search for free pages. */
public enum Allocation {
    /** The beginning of the drive. */
    FIRST_FIT,
    /** The end of the last allocation. */
    NEXT_FIT
}
