// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a measurement, from command line words such as {@code threads=64}.
 *
 * @param peer the log, by its name in {@link Peers}
 * @param threads the number of threads that append
 * @param bytes the bytes of each append
 * @param warmUpSeconds the duration of the warm-up
 * @param seconds the duration of the measurement
 * @param directory an empty directory for a peer's files
 * @param target the journal for the engine, or the file or device for the drive
 * @param targetBytes the minimum size of the drive's target, if that is a file
 * @param recordsInFlight the maximum number of the engine's writes in flight
 * @param writeBytes the size of a write of the drive
 * @param deviceStat the kernel's counters of the drive; empty if it has none
 * @param result the file for the figures
 */
record Request(
        String peer,
        int threads,
        int bytes,
        int warmUpSeconds,
        int seconds,
        Path directory,
        Path target,
        long targetBytes,
        int recordsInFlight,
        int writeBytes,
        String deviceStat,
        Path result) {
    private static final Path NOWHERE = Path.of("");

    static final Request NOTHING =
            new Request("", 1, 1, 1, 1, NOWHERE, NOWHERE, 0, 1, 1, "", NOWHERE);

    /** Reads what {@link #join} wrote. */
    static Request parse(String text) {
        Map<String, String> words = new HashMap<>();
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (equals < 0)
                throw new IllegalArgumentException("'" + line + "' is not of the form name=value");
            words.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return new Request(
                word(words, "peer"),
                number(words, "threads"),
                number(words, "bytes"),
                number(words, "warmUpSeconds"),
                number(words, "seconds"),
                Path.of(word(words, "directory")),
                Path.of(word(words, "target")),
                Long.parseLong(word(words, "targetBytes")),
                number(words, "recordsInFlight"),
                number(words, "writeBytes"),
                word(words, "deviceStat"),
                Path.of(word(words, "result")));
    }

    /**
     * Joins the words of a command line, one a line: paths may contain anything but line breaks.
     */
    static String join(String... words) {
        return String.join("\n", words);
    }

    private static int number(Map<String, String> words, String name) {
        String value = word(words, name);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, not " + value, e);
        }
    }

    private static String word(Map<String, String> words, String name) {
        @Nullable String value = words.get(name);
        if (value == null) throw new IllegalArgumentException(name + " is missing");
        return value;
    }
}
