// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;

/**
 * Checks whether O_DIRECT bypasses the page cache. A file system that writes through the cache and
 * then drops the pages, as btrfs may, passes as well; its cost shows in the latency.
 */
final class DirectIoCheck implements Check {
    private static final String NAME = "direct-io";

    private final Optional<Mount> mount;
    private final Trial trial;

    DirectIoCheck(Optional<Mount> mount, Trial trial) {
        this.mount = mount;
        this.trial = trial;
    }

    @Override
    public List<Finding> findings() {
        String type = mount.map(Mount::type).orElse("the device");
        return switch (trial.direct()) {
            case NOT_TRIED -> List.of();
            case HONOURED ->
                    List.of(
                            Finding.ok(
                                    NAME,
                                    "O_DIRECT is honoured: the written data is not in the page"
                                            + " cache."));
            case TAKEN -> List.of(Finding.ok(NAME, "O_DIRECT is accepted by the device."));
            case CACHED ->
                    List.of(
                            Finding.note(
                                    NAME,
                                    ("O_DIRECT is accepted but not honoured: %s keeps the written"
                                                    + " data in the page cache.")
                                            .formatted(type),
                                    advice(type)));
            case REFUSED ->
                    List.of(
                            Finding.problem(
                                    NAME,
                                    "O_DIRECT is refused by %s, and a journal needs it."
                                            .formatted(type),
                                    "Put the journal on ext4, XFS or a raw drive."));
        };
    }

    private static String advice(String type) {
        return type.equals("ext4")
                ? "A journal works, but is slower: mount without data=journal."
                : "Put the journal on ext4, XFS or a raw drive.";
    }
}
