// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Derives the kind of a node's file from its name. The kinds are those of a trace. */
final class CassandraFile {
    /** The version, identifier and format of an SSTable, then the component. */
    private static final Pattern SSTABLE =
            Pattern.compile("[a-z]{2}-[^-]+-[a-z]+-(.+?)(\\.[^.]*tmp)?");

    private static final Pattern CACHE = Pattern.compile("(Key|Row|Counter)Cache-.*");
    private static final Pattern HINTS = Pattern.compile("[0-9a-f-]{36}-\\d+-\\d+\\.(hints|crc32)");

    /** The name that {@code run} gives a journal, and that of one which it still makes. */
    private static final Pattern JOURNAL = Pattern.compile("journal(\\.firesteel-new)?");

    private static final String OF_INDEX = "index-other";

    private static final Map<String, String> COMPONENTS =
            Map.ofEntries(
                    Map.entry("Data.db", "data"),
                    Map.entry("Index.db", "index"),
                    Map.entry("Filter.db", "filter"),
                    Map.entry("Statistics.db", "statistics"),
                    Map.entry("Summary.db", "summary"),
                    Map.entry("CompressionInfo.db", "compression-info"),
                    Map.entry("Digest.crc32", "digest"),
                    Map.entry("CRC.db", "digest"),
                    Map.entry("TOC.txt", "toc"),
                    Map.entry("Partitions.db", "partition-index"),
                    Map.entry("Rows.db", "row-index"));

    private CassandraFile() {}

    /** Returns the kind; {@code other} for a file that is not known. */
    static String kind(Path file) {
        String name = String.valueOf(file.getFileName());
        Matcher sstable = SSTABLE.matcher(name);
        if (sstable.matches())
            return isOfIndex(file) ? OF_INDEX : COMPONENTS.getOrDefault(sstable.group(1), OF_INDEX);
        if (CACHE.matcher(name).matches()) return "saved-cache";
        if (HINTS.matcher(name).matches()) return "hint";
        if (name.startsWith("CommitLog-")) return "commit-log";
        return JOURNAL.matcher(name).matches() ? "journal" : "other";
    }

    /** Returns whether the directory is a secondary index's: its name begins with a dot. */
    private static boolean isOfIndex(Path file) {
        Path directory = file.getParent();
        return directory != null && String.valueOf(directory.getFileName()).startsWith(".");
    }
}
