// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The file of a {@link LedgerLog}, with the generation of the run that wrote it. */
record LogFile(Path path, long generation) implements Comparable<LogFile> {
    private static final Pattern NAME = Pattern.compile("run-(\\d+)-\\d+\\.log");

    static boolean matches(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches();
    }

    static LogFile of(Path file) {
        Matcher matcher = NAME.matcher(file.getFileName().toString());
        if (!matcher.matches()) throw new IllegalArgumentException("Not a ledger's log: " + file);
        return new LogFile(file, Long.parseLong(matcher.group(1)));
    }

    @Override
    public int compareTo(LogFile other) {
        return Comparator.comparingLong(LogFile::generation)
                .thenComparing(LogFile::path)
                .compare(this, other);
    }
}
