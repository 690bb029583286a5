// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.journal.JournalFormat;
import java.util.List;
import java.util.Optional;

/** Checks that there is space for a journal. */
final class SpaceCheck implements Check {
    private static final String NAME = "space";

    /** The default segment size of {@code firesteel journal format}. */
    private static final long SEGMENT_BYTES = 32 << 20;

    private static final long SMALLEST_BYTES =
            JournalFormat.MIN_SEGMENTS * SEGMENT_BYTES + (1 << 20);

    /** The journal size of {@code firesteel run}. */
    private static final long COMFORTABLE_BYTES = 4L << 30;

    private final Place place;
    private final Optional<Drive> drive;

    SpaceCheck(Place place, Optional<Drive> drive) {
        this.place = place;
        this.drive = drive;
    }

    @Override
    public List<Finding> findings() {
        if (!place.isRaw()) return List.of(ofFiles());
        return drive.map(found -> List.of(ofDevice(found))).orElse(List.of());
    }

    private Finding ofDevice(Drive device) {
        long bytes = device.bytes();
        String says = "The device has %s.".formatted(Quantity.bytes(bytes));
        return (bytes < SMALLEST_BYTES
                        ? Finding.problem(NAME, tooSmall(says), "Use a larger one.")
                        : Finding.ok(NAME, says))
                .with("bytes", bytes);
    }

    private Finding ofFiles() {
        Place.Space space = place.space();
        String says =
                "%s of %s are free."
                        .formatted(
                                Quantity.bytes(space.usableBytes()),
                                Quantity.bytes(space.totalBytes()));
        return of(space, says)
                .with("usableBytes", space.usableBytes())
                .with("totalBytes", space.totalBytes());
    }

    private Finding of(Place.Space space, String says) {
        if (space.usableBytes() < SMALLEST_BYTES && place.kind() == Place.Kind.DIRECTORY)
            return Finding.problem(NAME, tooSmall(says), "Free some, or use another place.");
        if (space.usableBytes() < COMFORTABLE_BYTES)
            return Finding.note(
                    NAME,
                    says + " A journal's file grows when flushing cannot keep up.",
                    "Leave it some GiB: ./firesteel run makes a journal of 4GiB.");
        return Finding.ok(NAME, says);
    }

    private static String tooSmall(String says) {
        return "%s The smallest journal needs %s (%d segments of %s)."
                .formatted(
                        says,
                        Quantity.bytes(SMALLEST_BYTES),
                        JournalFormat.MIN_SEGMENTS,
                        Quantity.bytes(SEGMENT_BYTES));
    }
}
