// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.journal.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the user has the permissions that a node needs, and that others have none. */
final class PermissionCheck implements Check {
    private static final String NAME = "permissions";
    private static final int WRITE = 2;
    private static final int READ_OR_WRITE = 6;

    private final Place place;
    private final Optional<Mount> mount;
    private final User user;

    PermissionCheck(Place place, Optional<Mount> mount, User user) {
        this.place = place;
        this.mount = mount;
        this.user = user;
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(ofUser());
        if (isOpenToAll()) findings.add(ofAll());
        return findings;
    }

    private Finding ofUser() {
        String what = place.path().toString();
        if (mount.isPresent() && mount.get().options().contains("ro"))
            return Finding.problem(
                    NAME,
                    "%s is mounted read-only.".formatted(mount.get().point()),
                    "Check the kernel's messages (dmesg): after a drive error, a file system"
                            + " becomes read-only. Otherwise mount it with rw.");
        if (!isAllowed())
            return Finding.problem(
                    NAME, "The user %s %s.".formatted(user.name(), denied(what)), adviceToAllow());
        if (user.isRoot())
            return Finding.note(
                    NAME,
                    "root has all permissions here; this does not test the user that runs"
                            + " Cassandra.",
                    "Check again as that user: sudo -u cassandra ./firesteel doctor " + what);
        return Finding.ok(NAME, "The user %s %s.".formatted(user.name(), allowed()));
    }

    private boolean isAllowed() {
        Place.Access access = place.access();
        return place.kind() == Place.Kind.DIRECTORY
                ? access.directoryWritable()
                : access.readable() && access.writable();
    }

    private String allowed() {
        return place.kind() == Place.Kind.DIRECTORY
                ? "may make files here"
                : "may read and write this " + place.kind();
    }

    private String denied(String what) {
        if (place.kind() == Place.Kind.DIRECTORY) return "may not make files in " + what;
        return "may not " + (place.access().readable() ? "write " : "read ") + what;
    }

    private String adviceToAllow() {
        return place.isRaw()
                ? "Give it to the user that runs Cassandra: with chown until the next boot, with a"
                        + " udev rule permanently."
                : "Give it to the user that runs Cassandra (chown), or use another place.";
    }

    /**
     * Returns whether others have access. Reading a directory is harmless: a journal is private.
     */
    private boolean isOpenToAll() {
        int what = place.kind() == Place.Kind.DIRECTORY ? WRITE : READ_OR_WRITE;
        return (place.access().worldMode() & what) != 0;
    }

    private Finding ofAll() {
        if (place.kind() == Place.Kind.DIRECTORY)
            return Finding.note(
                    NAME,
                    "All users may make files in this directory.",
                    "Use one that belongs to the user that runs Cassandra.");
        return Finding.note(
                NAME,
                "All users may %s it, and a journal holds the data of clients."
                        .formatted((place.access().worldMode() & WRITE) != 0 ? "write" : "read"),
                "Close it: chmod o= " + ShellWord.of(place.path()));
    }
}
