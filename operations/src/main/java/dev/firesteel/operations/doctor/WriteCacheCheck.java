// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;

/** Reports the drive's cache mode in the kernel, which determines how writes become durable. */
final class WriteCacheCheck implements Check {
    private static final String NAME = "write-cache";

    private final Optional<Drive> drive;

    WriteCacheCheck(Optional<Drive> drive) {
        this.drive = drive;
    }

    @Override
    public List<Finding> findings() {
        return drive.map(found -> List.of(of(found))).orElse(List.of());
    }

    private static Finding of(Drive drive) {
        return finding(drive)
                .with("writeCache", drive.queue("write_cache"))
                .with("fua", drive.hasFua());
    }

    private static Finding finding(Drive drive) {
        String name = drive.name();
        if (drive.isCacheVolatile())
            return drive.hasFua()
                    ? Finding.ok(
                            NAME,
                            name
                                    + " has a volatile write cache, and durable writes bypass it"
                                    + " (FUA).")
                    : Finding.note(
                            NAME,
                            name
                                    + " has a volatile write cache and no FUA: every durable write"
                                    + " is followed by a flush of the whole"
                                    + " cache.",
                            "No action is needed for safety. A drive with power-loss protection"
                                    + " is faster: it needs no flush.");
        if (drive.queue("write_cache").equals("write through"))
            return Finding.ok(
                    NAME, name + " reports no volatile write cache: there is nothing to flush.");
        return Finding.note(
                NAME,
                "The kernel does not report whether %s has a volatile write cache.".formatted(name),
                "Check that /sys is mounted; in a container it may not be.");
    }
}
