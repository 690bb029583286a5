// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;

/**
 * Checks whether a file system discards the blocks of each deleted file at once. Compaction deletes
 * a hundred MiB at a time, and durable writes wait while the drive handles the discards.
 */
final class DiscardCheck implements Check {
    private static final String NAME = "discard";

    /**
     * The file systems whose option {@code discard} is immediate; others discard in the background.
     */
    private static final List<String> AT_ONCE = List.of("ext4", "xfs");

    private final Optional<Mount> mount;

    DiscardCheck(Optional<Mount> mount) {
        this.mount = mount;
    }

    @Override
    public List<Finding> findings() {
        return mount.filter(found -> AT_ONCE.contains(found.type())).stream()
                .map(DiscardCheck::of)
                .toList();
    }

    private static Finding of(Mount mount) {
        boolean atOnce = mount.options().contains("discard");
        String place = "%s on %s".formatted(mount.type(), mount.point());
        Finding finding =
                atOnce
                        ? Finding.note(
                                NAME,
                                ("%s trims deleted files at once (mount option discard): durable"
                                                + " writes may wait for that whenever an SSTable is"
                                                + " deleted.")
                                        .formatted(place),
                                "Mount it without discard, and have fstrim run once a week instead (systemctl enable fstrim.timer).")
                        : Finding.ok(
                                NAME,
                                ("%s does not trim files at once when they are deleted (no mount"
                                                + " option discard).")
                                        .formatted(place));
        return finding.with("discard", atOnce);
    }
}
