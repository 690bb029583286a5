// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;

/** Reports the devices below: durability depends on the weakest of them. */
final class DriveCheck implements Check {
    private static final String NAME = "drive";

    private final Place place;
    private final Optional<Mount> mount;
    private final Optional<Mount> mounted;
    private final Optional<Drive> drive;

    /**
     * Creates the check.
     *
     * @param mount the file system that the place is in
     * @param mounted the mount of the place itself, if it is a block device
     */
    DriveCheck(Place place, Optional<Mount> mount, Optional<Mount> mounted, Optional<Drive> drive) {
        this.place = place;
        this.mount = mount;
        this.mounted = mounted;
        this.drive = drive;
    }

    @Override
    public List<Finding> findings() {
        Finding finding = drive.map(this::of).orElseGet(this::ofNone);
        return List.of(
                finding.with("fileSystem", mount.map(Mount::type).orElse(""))
                        .with("drive", drive.map(Drive::name).orElse("")));
    }

    private Finding of(Drive below) {
        String what = describe(below);
        Optional<String> file = below.backingFile();
        if (file.isPresent())
            return Finding.note(
                    NAME,
                    ("%s. Loop device on the file %s: durability depends on that file's own file"
                                    + " system.")
                            .formatted(what, file.get()),
                    "Check the directory of that file, too.");
        List<String> parts = below.parts();
        if (!parts.isEmpty())
            return Finding.note(
                    NAME,
                    "%s, which consists of %s: durability depends on these."
                            .formatted(what, String.join(", ", parts)),
                    "Check each of them: ./firesteel doctor /dev/" + parts.get(0));
        if (below.isVirtual())
            return Finding.note(
                    NAME,
                    ("%s. It is a virtual drive: durability depends on the hypervisor, and cannot"
                                    + " be checked from here.")
                            .formatted(what),
                    "Check that the hypervisor passes flushes on to its drive (QEMU: any cache"
                            + " mode but unsafe).");
        if (below.name().startsWith("sd") && below.queueNumber("rotational", 0) == 1)
            return Finding.note(
                    NAME,
                    what + ". It reports rotation: it is a disk, or behind a controller.",
                    "Use a flash drive; a disk is too slow for a journal.");
        return Finding.ok(NAME, what + ".");
    }

    private String describe(Drive below) {
        StringBuilder text = new StringBuilder();
        text.append(mount.map(found -> found.type() + " on ").orElse(""));
        text.append(below.nodeName());
        if (below.isPartition()) text.append(", a partition of ").append(below.name());
        if (!below.model().isEmpty()) text.append(" (").append(below.model()).append(')');
        mounted.ifPresent(
                found ->
                        text.append(", mounted as ")
                                .append(found.point())
                                .append(" (")
                                .append(found.type())
                                .append(')'));
        return text.toString();
    }

    private Finding ofNone() {
        if (mount.isEmpty())
            return Finding.note(
                    NAME,
                    "The kernel has no information on device %s.".formatted(place.number()),
                    "Check that /sys is mounted; in a container it may not be.");
        String type = mount.get().type();
        if (mount.get().isInMemory()) return Finding.ok(NAME, type + ", on no drive.");
        if (mount.get().isRemote())
            return Finding.note(
                    NAME,
                    ("%s: another program or machine stores these files, and durability depends on"
                                    + " it.")
                            .formatted(type),
                    "Put the journal on a drive of this machine.");
        if (type.equals("overlay"))
            return Finding.note(
                    NAME,
                    "overlay joins other file systems; the drive below is unknown.",
                    "Put the journal on a volume of its own; in a container, a directory of the host.");
        return Finding.note(
                NAME,
                type + ": the drive below is unknown.",
                "Check the drive as well: ./firesteel doctor /dev/...");
    }
}
