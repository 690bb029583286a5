// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a journal's blocks are aligned to blocks of the drive. A power cut may corrupt a
 * whole physical block. If it holds parts of two records, an acknowledged one may be lost.
 */
final class BlockCheck implements Check {
    private static final String NAME = "blocks";
    private static final long LARGEST_JOURNAL_BLOCK = 4096;

    private final Place place;
    private final Optional<Drive> drive;

    BlockCheck(Place place, Optional<Drive> drive) {
        this.place = place;
        this.drive = drive;
    }

    @Override
    public List<Finding> findings() {
        return drive.map(this::of).orElse(List.of());
    }

    private List<Finding> of(Drive below) {
        long logical = below.queueNumber("logical_block_size", 0);
        long physical = below.queueNumber("physical_block_size", logical);
        if (logical == 0)
            return List.of(
                    Finding.note(
                            NAME,
                            "The kernel does not report the block sizes of %s."
                                    .formatted(below.name()),
                            "Check that /sys is mounted; in a container it may not be."));
        List<Finding> findings = new ArrayList<>();
        if (isMisaligned(below, physical)) findings.add(misaligned(below, physical));
        if (physical > LARGEST_JOURNAL_BLOCK) findings.add(tooLarge(physical));
        long files = place.space().blockBytes();
        if (!place.isRaw() && files < Math.min(physical, LARGEST_JOURNAL_BLOCK))
            findings.add(tooSmall(files, physical));
        if (findings.isEmpty()) findings.add(fitting(logical, physical));
        return findings.stream()
                .map(
                        finding ->
                                finding.with("logicalBytes", logical)
                                        .with("physicalBytes", physical)
                                        .with("alignmentOffset", below.alignmentOffset()))
                .toList();
    }

    private static boolean isMisaligned(Drive below, long physical) {
        return below.alignmentOffset() != 0 || below.startBytes() % physical != 0;
    }

    private static Finding misaligned(Drive below, long physical) {
        String where =
                below.isPartition()
                        ? "%s begins at byte %d of %s, which is not at the beginning of a physical block of %s"
                                .formatted(
                                        below.nodeName(),
                                        below.startBytes(),
                                        below.name(),
                                        Quantity.bytes(physical))
                        : "%s does not begin at the beginning of a physical block of %s"
                                .formatted(below.name(), Quantity.bytes(physical));
        return Finding.problem(
                NAME,
                where
                        + ": two records would share a physical block, and a power cut during a"
                        + " write of one may damage the other, which was"
                        + " acknowledged.",
                "Recreate the partition, at a multiple of 1MiB (parted: mkpart with -a optimal).");
    }

    private static Finding tooLarge(long physical) {
        return Finding.note(
                NAME,
                ("Physical blocks of %s are larger than a journal's largest block, 4KiB: two"
                                + " records may share one. This is harmless if the drive writes 4KiB"
                                + " atomically.")
                        .formatted(Quantity.bytes(physical)),
                "Check the drive's data sheet for its atomic write unit on power failure.");
    }

    private static Finding tooSmall(long files, long physical) {
        return Finding.note(
                NAME,
                ("The file system has blocks of %s on physical blocks of %s, so a block of the"
                                + " journal may lie in two of them.")
                        .formatted(Quantity.bytes(files), Quantity.bytes(physical)),
                "Make the file system with blocks of 4KiB (mkfs.ext4 -b 4096, mkfs.xfs -b size=4096).");
    }

    private Finding fitting(long logical, long physical) {
        long files =
                place.isRaw() ? 0 : Math.min(LARGEST_JOURNAL_BLOCK, place.space().blockBytes());
        long block = Math.max(place.isRaw() ? physical : files, logical) > 512 ? 4096 : 512;
        return Finding.ok(
                        NAME,
                        "%s logical, %s physical, aligned. A journal's blocks are %s here."
                                .formatted(
                                        Quantity.bytes(logical),
                                        Quantity.bytes(physical),
                                        Quantity.bytes(block)))
                .with("journalBytes", block);
    }
}
