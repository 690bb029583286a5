// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** Where a file system looks for free pages. */
public enum Allocation {
    /** From the beginning of the drive. */
    FIRST_FIT,
    /** From where it found the last ones. */
    NEXT_FIT
}
