// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether the kernel accepts a write-lifetime hint, and, separately, whether the storage
 * below is known to act on it. The benefit for a drive is not measured.
 */
final class LifetimeCheck implements Check {
    private static final String NAME = "lifetimes";

    private final Optional<Mount> mount;
    private final Optional<Drive> drive;
    private final Trial trial;

    LifetimeCheck(Optional<Mount> mount, Optional<Drive> drive, Trial trial) {
        this.mount = mount;
        this.drive = drive;
        this.trial = trial;
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (trial.hint().tried()) findings.add(accepted(trial.hint().refusal()));
        findings.add(acts());
        return findings;
    }

    private static Finding accepted(String refusal) {
        if (refusal.isEmpty())
            return Finding.ok(NAME, "Hints are accepted by the kernel.").with("accepted", true);
        return Finding.note(
                        NAME,
                        "Hints are refused by the kernel: %s.".formatted(refusal),
                        "No action is needed for safety. A file or device has to belong to the"
                                + " user that runs Cassandra; on a kernel without hints, set"
                                + " lifetimes: off.")
                .with("accepted", false);
    }

    private Finding acts() {
        Acts verdict = verdict();
        return Finding.ok(
                        NAME,
                        "Known to act on hints: %s (%s).".formatted(verdict.answer, verdict.reason))
                .with("knownToAct", verdict.answer);
    }

    /** Returns the same verdict as the agent's table; a test compares the two. */
    private Acts verdict() {
        if (mount.isEmpty()) return drive.map(LifetimeCheck::ofDevice).orElseGet(Acts::ofNothing);
        String type = mount.get().type();
        if (type.equals("tmpfs") || type.equals("ramfs"))
            return new Acts("no", type + " keeps files in memory");
        if (type.equals("f2fs"))
            return new Acts("yes", "f2fs keeps three classes of lifetimes apart");
        return drive.map(found -> ofFiles(type, found))
                .orElseGet(() -> new Acts("unknown", type + " does not say which drive is below"));
    }

    private static Acts ofDevice(Drive drive) {
        long streams = drive.queueNumber("max_write_streams", 0);
        String name = drive.name();
        if (streams > 0)
            return new Acts(
                    "yes",
                    "%s has %d write streams, and there is no file system"
                            .formatted(name, streams));
        if (name.startsWith("nvme")) return new Acts("no", name + " has no write streams");
        return byDriver(name);
    }

    private static Acts ofFiles(String type, Drive drive) {
        String name = drive.name();
        if (type.equals("xfs") && isZoned(drive))
            return new Acts(
                    "yes", "%s has zones, and xfs places by lifetime there".formatted(name));
        if (!name.startsWith("nvme")) return byDriver(name);
        if (drive.queueNumber("max_write_streams", 0) > 0)
            return new Acts(
                    "unknown",
                    "%s has write streams, and %s is not known to use them".formatted(name, type));
        return new Acts("no", "%s has no write streams".formatted(name));
    }

    private static boolean isZoned(Drive drive) {
        String zoned = drive.queue("zoned");
        return !zoned.isEmpty() && !zoned.equals("none");
    }

    private static Acts byDriver(String name) {
        return new Acts(
                "unknown",
                name.startsWith("sd")
                        ? "the kernel does not show whether %s asks for them".formatted(name)
                        : "nothing is known of the driver of %s".formatted(name));
    }

    private record Acts(String answer, String reason) {
        static Acts ofNothing() {
            return new Acts("unknown", "the kernel tells nothing of this device");
        }
    }
}
