// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The purpose of a node's files, derived from their names. */
public enum FileKind {
    JOURNAL(false),
    COMMIT_LOG(false),
    DATA(true),
    INDEX(true),
    FILTER(true),
    STATISTICS(true),
    SUMMARY(true),
    COMPRESSION_INFO(true),
    DIGEST(true),
    TOC(true),
    PARTITION_INDEX(true),
    ROW_INDEX(true),
    /** Files of secondary indexes, including SAI and SASI. */
    INDEX_OTHER(true),
    SAVED_CACHE(false),
    HINT(false),
    OTHER(false);

    /** The version, identifier and format of an SSTable, then the component. */
    private static final Pattern SSTABLE =
            Pattern.compile("([a-z]{2}-[^-]+-[a-z]+)-(.+?)(\\.[^.]*tmp)?");

    private static final Pattern CACHE = Pattern.compile("(Key|Row|Counter)Cache-.*");
    private static final Pattern HINTS = Pattern.compile("[0-9a-f-]{36}-\\d+-\\d+\\.(hints|crc32)");
    private static final Pattern COMMIT_LOG_FILE = Pattern.compile("CommitLog-.*");

    private final boolean hasLevel;

    FileKind(boolean hasLevel) {
        this.hasLevel = hasLevel;
    }

    /** Returns whether files of this kind belong to an SSTable, which has a level. */
    public boolean hasLevel() {
        return hasLevel;
    }

    /**
     * Returns the name in firesteel.yaml, the table and the trace, such as {@code partition-index}.
     */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the kind with the name. */
    public static Optional<FileKind> parse(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    /** Returns the kind of a file that Cassandra writes. */
    static FileKind of(Path file) {
        String name = String.valueOf(file.getFileName());
        Matcher sstable = SSTABLE.matcher(name);
        if (sstable.matches()) return ofComponent(sstable.group(2), isOfIndex(file));
        if (CACHE.matcher(name).matches()) return SAVED_CACHE;
        if (HINTS.matcher(name).matches()) return HINT;
        return COMMIT_LOG_FILE.matcher(name).matches() ? COMMIT_LOG : OTHER;
    }

    /** Returns whether the directory is a secondary index's: its name begins with a dot. */
    private static boolean isOfIndex(Path file) {
        Path directory = file.getParent();
        return directory != null && String.valueOf(directory.getFileName()).startsWith(".");
    }

    private static FileKind ofComponent(String component, boolean ofIndex) {
        if (ofIndex) return INDEX_OTHER;
        return switch (component) {
            case "Data.db" -> DATA;
            case "Index.db" -> INDEX;
            case "Filter.db" -> FILTER;
            case "Statistics.db" -> STATISTICS;
            case "Summary.db" -> SUMMARY;
            case "CompressionInfo.db" -> COMPRESSION_INFO;
            case "Digest.crc32", "CRC.db" -> DIGEST;
            case "TOC.txt" -> TOC;
            case "Partitions.db" -> PARTITION_INDEX;
            case "Rows.db" -> ROW_INDEX;
            default -> INDEX_OTHER;
        };
    }

    /** Returns the common prefix of an SSTable's components; null for other files. */
    static @Nullable String sstableOf(Path file) {
        Matcher matcher = SSTABLE.matcher(String.valueOf(file.getFileName()));
        return matcher.matches() ? file.resolveSibling(matcher.group(1)).toString() : null;
    }
}
