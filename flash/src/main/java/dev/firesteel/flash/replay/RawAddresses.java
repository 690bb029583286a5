// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** Maps a raw device: the only file is the drive, and its pages keep their addresses. */
final class RawAddresses implements AddressSpace {
    private final int pages;
    private final int pageBytes;
    private int usedPages;

    RawAddresses(int pages, int pageBytes) {
        this.pages = pages;
        this.pageBytes = pageBytes;
    }

    /** Returns the number of pages up to the highest one written. */
    @Override
    public int usedPages() {
        return usedPages;
    }

    @Override
    public void write(Extents file, long filePage, long count, Runs runs)
            throws DriveFullException {
        long end = filePage + count;
        if (end > pages)
            throw new DriveFullException(
                    ("the trace writes to an address at %s, and the drive ends at %s: give a larger"
                                    + " one")
                            .formatted(
                                    Bytes.text(end * pageBytes),
                                    Bytes.text((long) pages * pageBytes)));
        usedPages = Math.max(usedPages, (int) end);
        if (count > 0) runs.run((int) filePage, (int) count);
    }

    @Override
    public void find(Extents file, long filePage, long count, Runs runs) {
        long end = Math.min(pages, filePage + count);
        if (filePage < end) runs.run((int) filePage, (int) (end - filePage));
    }

    @Override
    public void release(Extents file, Runs runs) {
        runs.run(0, usedPages);
    }
}
