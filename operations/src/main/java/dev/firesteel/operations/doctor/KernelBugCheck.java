// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks for Linux 6.1.64 and 6.1.65, which corrupt files on ext4 written with O_DIRECT (Debian bug
 * 1057843). A node refuses to start with such a journal.
 */
final class KernelBugCheck implements Check {
    private static final String NAME = "kernel";
    private static final Pattern AFFECTED = Pattern.compile("6\\.1\\.(64|65)(\\D.*)?");

    private final SystemFiles system;
    private final Optional<Mount> mount;

    KernelBugCheck(SystemFiles system, Optional<Mount> mount) {
        this.system = system;
        this.mount = mount;
    }

    @Override
    public List<Finding> findings() {
        String release = system.kernelRelease();
        return List.of(of(release).with("release", release));
    }

    private Finding of(String release) {
        if (release.isEmpty())
            return Finding.note(
                    NAME,
                    "The kernel does not report its release.",
                    "Check that /proc is mounted, and that this is Linux.");
        Matcher matcher = AFFECTED.matcher(release);
        if (!matcher.matches())
            return Finding.ok(
                    NAME,
                    "Linux %s is none of those that corrupt direct writes on ext4 (6.1.64, 6.1.65)."
                            .formatted(release));
        if (mount.isPresent() && mount.get().type().equals("ext4"))
            return Finding.problem(
                    NAME,
                    ("Linux %s corrupts files on ext4 that are written with direct I/O, as a"
                                    + " journal is (Debian bug 1057843).")
                            .formatted(release),
                    "Update the kernel, or put the journal on another file system or a raw drive.");
        return Finding.note(
                NAME,
                ("Linux %s corrupts files on ext4 that are written with direct I/O (Debian bug"
                                + " 1057843); this place is not on ext4.")
                        .formatted(release),
                "Update the kernel nevertheless.");
    }
}
