// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the limits that Cassandra's start-up checks require (5.0: SigarLibrary, StartupChecks,
 * NativeLibrary). Cassandra also starts without them, and warns.
 */
final class LimitsCheck implements Check {
    private static final String NAME = "limits";
    private static final Pattern LIMIT = Pattern.compile("(Max(?: [a-z]+)+) {2,}(\\S+) +(\\S+).*");
    private static final Pattern SWAP = Pattern.compile("SwapTotal: +(\\d+) kB");
    private static final long LEAST_FILES = 10_000;
    private static final long LEAST_PROCESSES = 32_768;
    private static final long LEAST_MAPS = 1_048_575;

    private static final String HOW =
            "Set Limit%1$s=%2$s in Cassandra's service (systemctl edit cassandra), or %3$s %2$s in"
                    + " /etc/security/limits.d. This is the limit of this shell: a service has its"
                    + " own (systemctl show cassandra -p Limit%1$s).";

    private final SystemFiles system;

    LimitsCheck(SystemFiles system) {
        this.system = system;
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        memory().ifTooLow(findings);
        files().ifTooLow(findings);
        processes().ifTooLow(findings);
        maps().ifTooLow(findings);
        if (swapBytes() > 0) findings.add(swap());
        if (findings.isEmpty()) findings.add(fine());
        return findings;
    }

    private Want memory() {
        return new Want(
                "memlock",
                limit("Max locked memory", 2),
                Long.MAX_VALUE,
                "Only %s may be locked (memlock); Cassandra recommends to allow all of its memory.",
                HOW.formatted("MEMLOCK", "infinity", "memlock"));
    }

    /** Returns the check of the hard limit, to which the JVM raises its own. */
    private Want files() {
        return new Want(
                "nofile",
                limit("Max open files", 3),
                LEAST_FILES,
                "Only %s files may be open at once (nofile); Cassandra recommends "
                        + LEAST_FILES
                        + ".",
                HOW.formatted("NOFILE", "100000", "nofile"));
    }

    private Want processes() {
        return new Want(
                "nproc",
                limit("Max processes", 3),
                LEAST_PROCESSES,
                "Only %s threads may run (nproc); Cassandra recommends " + LEAST_PROCESSES + ".",
                HOW.formatted("NPROC", Long.toString(LEAST_PROCESSES), "nproc"));
    }

    private Want maps() {
        return new Want(
                "vm.max_map_count",
                number(system.text("proc/sys/vm/max_map_count").orElse("")),
                LEAST_MAPS,
                "vm.max_map_count is %s; Cassandra recommends " + LEAST_MAPS + ".",
                "Run sysctl -w vm.max_map_count=%d, and add the line to /etc/sysctl.d to keep it."
                        .formatted(LEAST_MAPS));
    }

    private OptionalLong limit(String name, int column) {
        for (String line : system.lines("proc/self/limits")) {
            Matcher matcher = LIMIT.matcher(line);
            if (matcher.matches() && matcher.group(1).equals(name))
                return number(matcher.group(column));
        }
        return OptionalLong.empty();
    }

    private static OptionalLong number(String text) {
        if (text.equals("unlimited")) return OptionalLong.of(Long.MAX_VALUE);
        return text.matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    private long swapBytes() {
        for (String line : system.lines("proc/meminfo")) {
            Matcher matcher = SWAP.matcher(line);
            if (matcher.matches()) return Long.parseLong(matcher.group(1)) << 10;
        }
        return 0;
    }

    private Finding swap() {
        return Finding.note(
                        NAME,
                        "There are %s of swap; Cassandra recommends none."
                                .formatted(Quantity.bytes(swapBytes())),
                        "Run swapoff -a, and remove swap from /etc/fstab.")
                .with("swapBytes", swapBytes());
    }

    private static Finding fine() {
        return Finding.ok(
                NAME,
                "memlock, nofile, nproc, vm.max_map_count and swap pass Cassandra's start-up"
                        + " checks in this shell; a service has its own limits.");
    }

    /**
     * @param has the current value; empty if the kernel does not report it
     * @param least the required minimum
     * @param says the message, with a placeholder for the value
     */
    private record Want(String name, OptionalLong has, long least, String says, String advice) {
        void ifTooLow(List<Finding> findings) {
            if (has.isEmpty())
                findings.add(
                        Finding.note(
                                NAME,
                                "The kernel does not report %s.".formatted(name),
                                "Check that /proc is mounted, and that this is Linux."));
            else if (has.getAsLong() < least)
                findings.add(
                        Finding.note(NAME, says.formatted(text()), advice)
                                .with("limit", name)
                                .with("value", has.getAsLong()));
        }

        private String text() {
            return name.equals("memlock")
                    ? Quantity.bytes(has.getAsLong())
                    : Long.toString(has.getAsLong());
        }
    }
}
