// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;

/**
 * Checks whether a file system is copy-on-write. A journal's allocated space is no guarantee then:
 * each write needs free space, and the journal fails without.
 */
final class CopyOnWriteCheck implements Check {
    private static final String NAME = "copy-on-write";
    private static final List<String> ALWAYS = List.of("bcachefs", "f2fs", "nilfs2", "zfs");

    private final Optional<Mount> mount;

    CopyOnWriteCheck(Optional<Mount> mount) {
        this.mount = mount;
    }

    @Override
    public List<Finding> findings() {
        return mount.filter(CopyOnWriteCheck::copies).stream().map(CopyOnWriteCheck::of).toList();
    }

    private static boolean copies(Mount mount) {
        boolean isBtrfs = mount.type().equals("btrfs");
        return isBtrfs ? !mount.options().contains("nodatacow") : ALWAYS.contains(mount.type());
    }

    private static Finding of(Mount mount) {
        return Finding.note(
                        NAME,
                        ("%s on %s writes changed blocks to another place: when it is full, writes"
                                        + " to the journal fail, although its space is allocated.")
                                .formatted(mount.type(), mount.point()),
                        "Put the journal on ext4 or XFS, or on a block device. On btrfs, chattr +C"
                                + " on the empty directory helps while there are no snapshots.")
                .with("copyOnWrite", true);
    }
}
