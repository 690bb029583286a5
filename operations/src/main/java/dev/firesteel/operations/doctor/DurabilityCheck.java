// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.operations.doctor.Trial.Flushes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether O_DSYNC reaches the drive. If it needs flushes, the drive's flush count shows
 * them; otherwise the drive must be trusted.
 */
final class DurabilityCheck implements Check {
    private static final String NAME = "durability";

    private final Optional<Mount> mount;
    private final Optional<Drive> drive;
    private final Trial trial;

    DurabilityCheck(Optional<Mount> mount, Optional<Drive> drive, Trial trial) {
        this.mount = mount;
        this.drive = drive;
        this.trial = trial;
    }

    @Override
    public List<Finding> findings() {
        if (isInMemory())
            return List.of(
                    Finding.problem(
                            NAME,
                            ("%s keeps everything in memory. O_DSYNC is accepted without effect: a"
                                            + " loss of power loses all acknowledged writes.")
                                    .formatted(memory()),
                            "Put the journal on a drive."));
        List<Finding> findings = new ArrayList<>();
        mount.filter(Mount::hasNoBarrier).map(this::noBarrier).ifPresent(findings::add);
        if (findings.isEmpty() && !trial.latencies().isEmpty()) findings.add(ofWrites());
        return findings;
    }

    private boolean isInMemory() {
        return mount.filter(Mount::isInMemory).isPresent()
                || drive.filter(Drive::isInMemory).isPresent();
    }

    private String memory() {
        return mount.filter(Mount::isInMemory)
                .map(Mount::type)
                .orElseGet(() -> drive.map(Drive::name).orElse(""));
    }

    private Finding noBarrier(Mount found) {
        if (drive.isPresent() && drive.get().queue("write_cache").equals("write through"))
            return Finding.note(
                    NAME,
                    ("%s is mounted with nobarrier, which is harmless while the drive has no"
                                    + " volatile write cache.")
                            .formatted(found.point()),
                    "Mount it without: nobarrier has no benefit there.");
        return Finding.problem(
                NAME,
                ("%s is mounted with nobarrier: nothing is flushed, and a loss of power loses"
                                + " acknowledged writes in the drive's cache.")
                        .formatted(found.point()),
                "Mount it without nobarrier, and remove that from /etc/fstab.");
    }

    private Finding ofWrites() {
        if (drive.isEmpty())
            return Finding.note(
                    NAME,
                    "O_DSYNC is accepted. The drive below is unknown, so its flushes cannot be"
                            + " checked.",
                    "Check the drive itself.");
        if (!drive.get().isCacheVolatile())
            return Finding.ok(NAME, "O_DSYNC is accepted, and needs no flush on this drive.");
        if (drive.get().hasFua())
            return Finding.ok(
                    NAME, "O_DSYNC is accepted; FUA makes it durable, if the drive honours it.");
        return ofFlushes(trial.flushes())
                .with("writes", trial.flushes().writes())
                .with("flushes", trial.flushes().flushes());
    }

    private static Finding ofFlushes(Flushes counted) {
        String numbers =
                "%d durable writes one after the other, %d flushes completed by the drive"
                        .formatted(counted.writes(), counted.flushes());
        if (counted.flushes() >= counted.writes() && counted.writes() > 0)
            return Finding.ok(NAME, "O_DSYNC is honoured: " + numbers + ".");
        if (!counted.everCounted())
            return Finding.note(
                    NAME,
                    "O_DSYNC is accepted. Its flushes cannot be checked: this drive has never"
                            + " counted a flush.",
                    "Test it with a power cut, before you rely on the drive.");
        if (counted.flushes() > 0)
            return Finding.note(
                    NAME,
                    numbers
                            + ": fewer flushes than writes. Flushes of other writers may be"
                            + " shared.",
                    "Check again while nothing else writes to the drive.");
        return Finding.problem(
                NAME,
                numbers + ", whose write cache is volatile: acknowledged writes are not durable.",
                "Do not put a journal here before this is explained: check the mount's options,"
                        + " and the layers between the file system and the drive.");
    }
}
