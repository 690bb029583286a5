// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.TranslationLayer;

/** A drive, and the placement that assigns its streams. */
record SimulatedDrive(Placement placement, TranslationLayer layer) {
    void write(int first, int pages, int stream) {
        for (int page = first; page < first + pages; page++) layer.write(page, stream);
    }

    void trim(int first, int pages) {
        for (int page = first; page < first + pages; page++) layer.trim(page);
    }

    /** Returns its activity so far. */
    Counters counters() {
        return new Counters(layer.hostWrites(), layer.moves(), layer.erases());
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
