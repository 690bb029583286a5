// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

/**
 * Places of pages on a disk. Pages fill the tracks of a cylinder, then the next cylinder inwards.
 * The cylinders form zones of equal width, with fewer pages a track the further inside. Each track
 * begins one switch of track later than the one before, so that a sequential transfer loses no
 * revolution.
 */
final class DiskGeometry {
    private static final int ZONES = 20;

    private final int heads;
    private final int pages;

    /** Revolutions from the start of a track to that of the next: one, and the switch. */
    private final double revolutionsPerTrack;

    private final int[] firstPage = new int[ZONES + 1];
    private final int[] firstCylinder = new int[ZONES + 1];
    private final int[] pagesPerTrack = new int[ZONES];

    /** Lays pages out. Of a disk with more than 2^31 - 1 pages only the outer ones are used. */
    DiskGeometry(DiskSpec spec) {
        Platters platters = spec.platters();
        heads = platters.heads();
        revolutionsPerTrack = 1 + spec.writes().single() / platters.revolution();
        long page = 0;
        for (int zone = 0; zone < ZONES; zone++) {
            firstCylinder[zone] = (int) ((long) platters.cylinders() * zone / ZONES);
            firstPage[zone] = Math.toIntExact(Math.min(page, Integer.MAX_VALUE));
            int cylinders =
                    (int) ((long) platters.cylinders() * (zone + 1) / ZONES) - firstCylinder[zone];
            double inwards = (double) zone / (ZONES - 1);
            double bytes =
                    platters.outerTrack()
                            - inwards * (platters.outerTrack() - platters.innerTrack());
            pagesPerTrack[zone] = (int) Math.round(bytes / Platters.PAGE_BYTES);
            page += (long) cylinders * heads * pagesPerTrack[zone];
        }
        firstCylinder[ZONES] = platters.cylinders();
        firstPage[ZONES] = Math.toIntExact(Math.min(page, Integer.MAX_VALUE));
        pages = firstPage[ZONES];
    }

    /** Returns the number of pages. */
    int pages() {
        return pages;
    }

    /** Returns the cylinder of a page. */
    int cylinder(int page) {
        int zone = zone(page);
        return firstCylinder[zone] + (page - firstPage[zone]) / pagesPerTrack[zone] / heads;
    }

    /** Returns the revolutions from the start of the page's zone to its start, in sequence. */
    private double revolutions(int zone, int page) {
        int within = page - firstPage[zone];
        int track = within / pagesPerTrack[zone];
        return track * revolutionsPerTrack
                + (double) (within % pagesPerTrack[zone]) / pagesPerTrack[zone];
    }

    /** Returns the angle at which a page starts, 0 to 1 of a revolution. */
    double angle(int page) {
        double revolutions = revolutions(zone(page), page);
        return revolutions - Math.floor(revolutions);
    }

    /** Returns the revolutions that a transfer takes, from the start of its first page. */
    double transfer(int first, int pages) {
        double revolutions = 0;
        int page = first;
        int end = first + pages;
        while (page < end) {
            int zone = zone(page);
            int last = Math.min(end, firstPage[zone + 1]) - 1;
            revolutions +=
                    revolutions(zone, last) - revolutions(zone, page) + 1.0 / pagesPerTrack[zone];
            page = last + 1;
        }
        return revolutions;
    }

    private int zone(int page) {
        int zone = 0;
        while (zone < ZONES - 1 && page >= firstPage[zone + 1]) zone++;
        return zone;
    }
}
