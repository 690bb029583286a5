// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Checks the place of a journal, the drive and kernel below it, and the limits of this machine, and
 * gives advice. It tests on a temporary file where possible, and trusts the kernel for the rest.
 */
public final class Doctor {
    private final SystemFiles system;
    private final Trials trials;

    /**
     * Creates a doctor for this machine.
     *
     * @param nanoClock such as {@link System#nanoTime}
     */
    public Doctor(LongSupplier nanoClock) {
        this(thisMachine(), new DeviceTrials(nanoClock));
    }

    private static SystemFiles thisMachine() {
        return new SystemFiles(Path.of("/"));
    }

    Doctor(SystemFiles system, Trials trials) {
        this.system = system;
        this.trials = trials;
    }

    /**
     * Runs all checks.
     *
     * @param path a directory, a file or a block device
     * @param write whether to also write to a block device that is not blank
     */
    public Report examine(Path path, boolean write) {
        User user = User.of(system);
        List<Finding> findings = new ArrayList<>();
        for (Check check : checks(path, user, write)) findings.addAll(check.findings());
        return new Report(
                path.toAbsolutePath().normalize().toString(),
                system.kernelRelease(),
                user.name(),
                findings);
    }

    /**
     * Returns the problem of a block device that does not start at a physical block of its drive,
     * and is unfit for a journal. Empty for all others.
     */
    public static Optional<String> misalignment(Path device) {
        try {
            return misalignment(thisMachine(), Place.at(device));
        } catch (IOException e) {
            return Optional.empty(); // opening it reports the reason
        }
    }

    static Optional<String> misalignment(SystemFiles system, Place place) {
        if (!place.isRaw()) return Optional.empty();
        return new BlockCheck(place, Drive.of(system, place.number()))
                .findings().stream()
                        .filter(finding -> finding.level() == Level.PROBLEM)
                        .map(finding -> finding.says() + " " + finding.advice())
                        .findFirst();
    }

    private List<Check> checks(Path path, User user, boolean write) {
        List<Check> checks = new ArrayList<>();
        try {
            Place place = Place.at(path);
            if (place.kind() == Place.Kind.OTHER)
                checks.add(
                        lost(
                                path + " is neither a directory nor a file nor a block device.",
                                path));
            else checks.addAll(checks(path, place, user, write));
        } catch (IOException e) {
            checks.add(lost(why(path, user, e), path));
        }
        checks.add(new LimitsCheck(system));
        return checks;
    }

    private List<Check> checks(Path given, Place place, User user, boolean write)
            throws IOException {
        Optional<Mount> mount = place.isRaw() ? Optional.empty() : Mount.of(system, place.path());
        Optional<Mount> mounted =
                place.isRaw() ? Mount.ofDevice(system, place.number()) : Optional.empty();
        Optional<Drive> drive = Drive.of(system, place.number());
        // With the rights of the user who can redirect the path, which the place no longer shows.
        Trial trial =
                mounted.isPresent()
                        ? DeviceTrials.ofMounted(mounted.get())
                        : PathRights.<Trial, IOException>call(
                                given, () -> trials.of(place, drive, write));
        return List.of(
                new PermissionCheck(place, mount, user),
                new DriveCheck(place, mount, mounted, drive),
                new SpaceCheck(place, drive),
                new BlockCheck(place, drive),
                new WriteCacheCheck(drive),
                new DirectIoCheck(mount, trial),
                new DurabilityCheck(mount, drive, trial),
                new LatencyCheck(trial),
                new SuspiciousLatencyCheck(drive, trial),
                new DiscardCheck(mount),
                new CopyOnWriteCheck(mount),
                new LifetimeCheck(mount, drive, trial),
                new KernelBugCheck(system, mount));
    }

    private static Check lost(String says, Path path) {
        Finding finding =
                Finding.problem(
                        "path",
                        says,
                        "Give a directory, a file or a block device. For a journal that does not"
                                + " exist yet, give its directory.");
        return () -> List.of(finding.with("path", path.toString()));
    }

    private static String why(Path path, User user, IOException failure) {
        if (failure instanceof NoSuchFileException) return path + " does not exist.";
        if (failure instanceof AccessDeniedException)
            return "The user %s has no access to %s: a directory above it is closed to this user."
                    .formatted(user.name(), path);
        String reason = failure instanceof FileSystemException named ? named.getReason() : null;
        return path + " is not accessible: " + (reason == null ? failure.getMessage() : reason);
    }
}
