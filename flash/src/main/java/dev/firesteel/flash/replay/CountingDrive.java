// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.TranslationLayer;

/** A drive without a clock. */
record CountingDrive(TranslationLayer layer) implements Drive {
    @Override
    public void write(int first, int pages, int stream) {
        for (int page = first; page < first + pages; page++) layer.write(page, stream);
    }

    @Override
    public void trim(int first, int pages) {
        for (int page = first; page < first + pages; page++) layer.trim(page);
    }

    @Override
    public long hostWrites() {
        return layer.hostWrites();
    }

    @Override
    public long moves() {
        return layer.moves();
    }

    @Override
    public int[] erases() {
        return layer.erases();
    }
}
