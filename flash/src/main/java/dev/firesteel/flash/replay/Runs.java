// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** Receives runs of consecutive pages of the drive. */
@FunctionalInterface
public interface Runs {
    /** Called for each run, with its first page and its length. */
    void run(int first, int pages);
}
