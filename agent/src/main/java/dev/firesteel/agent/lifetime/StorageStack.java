// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Determines whether the storage below a file is known to act on lifetimes. It covers drivers and
 * file systems, not the benefit for a drive.
 *
 * <p>Since Linux 5.18 the NVMe driver has no streams. Since 6.16 the lifetime of a raw block device
 * selects one of its write streams, if any. Of file systems only F2FS passes lifetimes on to these,
 * since May 2026. F2FS, and XFS on zoned drives, also place by lifetime themselves.
 */
public final class StorageStack {
    /**
     * A verdict on whether the storage acts on lifetimes.
     *
     * @param acts yes, no or unknown
     * @param reason the reason for the verdict
     */
    public record Verdict(String acts, String reason) {
        static Verdict yes(String reason) {
            return new Verdict("yes", reason);
        }

        static Verdict no(String reason) {
            return new Verdict("no", reason);
        }

        static Verdict unknown(String reason) {
            return new Verdict("unknown", reason);
        }

        /** Combines the verdicts on files in several places. */
        static Verdict together(List<Verdict> verdicts) {
            if (verdicts.isEmpty()) return unknown("no file exists");
            if (verdicts.size() == 1) return verdicts.get(0);
            List<String> acts = verdicts.stream().map(Verdict::acts).distinct().toList();
            String reasons =
                    verdicts.stream().map(Verdict::reason).collect(Collectors.joining("; "));
            return new Verdict(acts.size() == 1 ? acts.get(0) : "unknown", reasons);
        }
    }

    private static final int FILE_TYPE_MASK = 0xF000;
    private static final int BLOCK_DEVICE_TYPE = 0x6000;

    private final Path sys;
    private final Path mounts;
    private final Map<Long, Verdict> known = new HashMap<>();

    /**
     * Reads the storage of a machine on demand.
     *
     * @param sys usually {@code /sys}
     * @param mounts usually {@code /proc/self/mountinfo}
     */
    StorageStack(Path sys, Path mounts) {
        this.sys = sys;
        this.mounts = mounts;
    }

    /** Returns the verdict on a file or a raw device. */
    synchronized Verdict verdict(Path file) throws IOException {
        int mode = (int) Files.getAttribute(file, "unix:mode", new LinkOption[0]);
        boolean raw = (mode & FILE_TYPE_MASK) == BLOCK_DEVICE_TYPE;
        String number = raw ? "unix:rdev" : "unix:dev";
        long device = (long) Files.getAttribute(file, number, new LinkOption[0]);
        return known.computeIfAbsent(
                raw ? ~device : device,
                absent -> raw ? ofDevice(number(device)) : ofFiles(number(device)));
    }

    /** Returns a device number as the kernel writes it: {@code 259:0}. */
    static String number(long device) {
        long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
        long minor = (device & 0xff) | (device >> 12 & ~0xffL);
        return major + ":" + minor;
    }

    Verdict ofDevice(String number) {
        String name = name(number);
        long streams = streams(number);
        if (streams > 0)
            return Verdict.yes(
                    name + " is written without a file system and has " + streams + " streams");
        if (name.startsWith("nvme")) return Verdict.no(name + " has no write streams");
        return byDriver(name, "without a file system");
    }

    Verdict ofFiles(String number) {
        String type = fileSystem(number);
        String name = name(number);
        String on = type + " on " + name;
        if (type.equals("tmpfs") || type.equals("ramfs"))
            return Verdict.no(type + " keeps files in memory");
        if (type.equals("f2fs")) return Verdict.yes("f2fs keeps three classes of lifetimes apart");
        if (name.isEmpty()) return Verdict.unknown(type + " is on no block device of its own");
        if (type.equals("xfs") && isZoned(number))
            return Verdict.yes(on + ", which has zones: it places data by lifetime");
        if (!name.startsWith("nvme")) return byDriver(name, type);
        long streams = streams(number);
        return streams > 0
                ? Verdict.unknown(
                        on + " with " + streams + " streams: " + type + " is not known to use them")
                : Verdict.no(on + ": the driver has no streams");
    }

    private static Verdict byDriver(String name, String what) {
        if (name.startsWith("sd"))
            return Verdict.unknown(
                    what
                            + " on "
                            + name
                            + ": SCSI passes lifetimes on to drives that ask for them,"
                            + " and the kernel does not show whether this one does");
        return Verdict.unknown(what + " on " + name + ": its driver is unknown");
    }

    private String fileSystem(String number) {
        try {
            for (String line : Files.readAllLines(mounts)) {
                String[] fields = line.split(" ");
                int dash = List.of(fields).indexOf("-");
                if (fields.length > 2 && fields[2].equals(number) && dash > 0)
                    return fields[dash + 1];
            }
        } catch (IOException | RuntimeException e) {
            return "an unknown file system";
        }
        return "an unknown file system";
    }

    /** Returns the name of the drive, also for a partition; empty if there is none. */
    private String name(String number) {
        try {
            return String.valueOf(drive(number).getFileName());
        } catch (IOException e) {
            return "";
        }
    }

    private Path drive(String number) throws IOException {
        Path device = sys.resolve("dev").resolve("block").resolve(number).toRealPath();
        Path parent = device.getParent();
        return Files.exists(device.resolve("partition")) && parent != null ? parent : device;
    }

    private long streams(String number) {
        try {
            return Long.parseLong(queue(number, "max_write_streams"));
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private boolean isZoned(String number) {
        try {
            return !queue(number, "zoned").equals("none");
        } catch (IOException e) {
            return false;
        }
    }

    private String queue(String number, String name) throws IOException {
        return Files.readString(drive(number).resolve("queue").resolve(name)).strip();
    }
}
