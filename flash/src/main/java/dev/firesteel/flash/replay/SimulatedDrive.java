// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** A drive, and the placement that assigns its streams. */
record SimulatedDrive(Placement placement, Drive drive) {
    /** Returns its activity so far. */
    Counters counters() {
        return new Counters(drive.hostWrites(), drive.moves(), drive.erases());
    }

    /** A snapshot of a drive's activity. */
    static final class Counters {
        private final long hostPages;
        private final long moves;
        private final int[] erasesByBlock;

        private Counters(long hostPages, long moves, int[] erasesByBlock) {
            this.hostPages = hostPages;
            this.moves = moves;
            this.erasesByBlock = erasesByBlock;
        }

        /** Returns the activity since then, in which the host has written so many bytes. */
        DriveOutcome since(Counters before, String placement, long hostBytes, int pageBytes) {
            int[] between = erasesByBlock.clone();
            for (int block = 0; block < between.length; block++)
                between[block] -= before.erasesByBlock[block];
            return new DriveOutcome(
                    placement,
                    hostBytes,
                    hostPages - before.hostPages,
                    pageBytes,
                    moves - before.moves,
                    Wear.of(between));
        }
    }
}
