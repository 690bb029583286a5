// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to measure. Whoever starts this process says it in words such as {@code threads=64}.
 *
 * @param peer what appends; {@link Peers} knows their names
 * @param threads how many threads append
 * @param bytes how much each append is to hold
 * @param warmUpSeconds how long to go on before the measurement
 * @param seconds how long to measure
 * @param directory where a peer's files go; empty
 * @param target the journal, for the engine; what is written to, for the drive
 * @param targetBytes how large to make what the drive writes to, if that is a file
 * @param recordsInFlight how many writes the engine may have on their way at once
 * @param writeBytes how large a write of the drive's is
 * @param deviceStat the kernel's counters of the drive; empty if it has none
 * @param result the file to write figures to
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

    /** The words of a command line as text: paths may hold anything but the end of a line. */
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
