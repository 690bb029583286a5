// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The agent's settings. An installation reads only the journal's path, and checks the names of the
 * other keys.
 */
public final class FiresteelYaml {
    static final String NAME = "firesteel.yaml";

    private static final String JOURNAL_PATH = "journal_path";

    private static final String IN_MEMORY = "journal_in_memory";

    /** The line that lets a node start with a journal in memory. */
    static final String ALLOWING_MEMORY = IN_MEMORY + ": true";

    /** The known keys, in alphabetical order. */
    public static final SortedSet<String> KEYS =
            Collections.unmodifiableSortedSet(
                    new TreeSet<>(
                            Set.of(
                                    JOURNAL_PATH,
                                    IN_MEMORY,
                                    "journal_records_in_flight",
                                    "journal_full_wait",
                                    "journal_reserve_segments",
                                    "journal_wait_for_flash",
                                    "lifetimes",
                                    "trace_directory",
                                    "trace_size",
                                    "sstable_writeback",
                                    "sync_files",
                                    "prometheus_port",
                                    "prometheus_address")));

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/+@%=-]+");
    private static final Pattern CONTROL = Pattern.compile(".*\\p{Cntrl}.*", Pattern.DOTALL);

    private FiresteelYaml() {}

    /**
     * Returns the text that an installation writes.
     *
     * @param inMemory whether the journal is in memory
     */
    static String text(Path journal, boolean inMemory) throws InstallException {
        String path = journal.toString();
        if (CONTROL.matcher(path).matches())
            throw new InstallException(
                    "the journal's path contains control characters: give another path");
        String value = PLAIN.matcher(path).matches() ? path : "'" + path.replace("'", "''") + "'";
        return "# Written by firesteel install. Its docs/reference/settings.md has all keys.\n"
                + (JOURNAL_PATH + ": " + value + "\n")
                + (inMemory ? ALLOWING_MEMORY + "\n" : "");
    }

    /** Returns the journal that a file names. */
    static Path journal(Path file) throws IOException {
        Object value = YamlFile.read(file).get(JOURNAL_PATH);
        if (value instanceof String text && text.startsWith("/")) return Path.of(text).normalize();
        throw new InstallException(
                "%s has no %s that is an absolute path".formatted(file, JOURNAL_PATH));
    }

    /** Returns whether a file lets the node start with a journal in memory. */
    static boolean allowsMemory(Path file) throws IOException {
        return Boolean.TRUE.equals(YamlFile.read(file).get(IN_MEMORY));
    }

    /** Refuses unknown keys, as the agent does at start; values are not checked. */
    static void requireKnownKeys(Path file) throws IOException {
        for (Object key : YamlFile.read(file).keySet())
            if (!(key instanceof String) || !KEYS.contains(key))
                throw new InstallException(
                        "%s has an unknown key, %s: the agent knows %s".formatted(file, key, KEYS));
    }

    /** Returns whether a file is as an installation has written it. */
    static boolean isAsWritten(Path file) throws IOException {
        String now = YamlFile.text(file);
        try {
            return now.equals(text(journal(file), allowsMemory(file)));
        } catch (InstallException e) {
            return false;
        }
    }
}
