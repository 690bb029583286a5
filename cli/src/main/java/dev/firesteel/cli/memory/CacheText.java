// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.memory.CacheResult;
import dev.firesteel.lab.memory.CacheResult.Hits;
import dev.firesteel.lab.memory.CacheSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats measured cache hit ratios for people. */
record CacheText(CacheSettings settings, CacheResult result) {
    /** The threshold of Cassandra's own startup warning. */
    private static final int MOST_READ_AHEAD_KIB = 128;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                text(
                        "%d reads, %s: %.1f KiB from the drive for each",
                        result.answers().reads(),
                        settings.trial().words(),
                        result.answers().driveBytes() / 1024.0 / result.answers().reads()));
        lines.add(
                text(
                        "%-12s %10s %9s %9s %9s %9s",
                        "", "room", "chunks", "hit ratio", "expected", "best"));
        Hits chunkCache = result.chunkCache();
        if (chunkCache != null) lines.add(line("chunk cache", chunkCache));
        lines.add(line("page cache", result.pageCache()));
        lines.add(
                "Expected: of the least recently used kind, by Che's approximation; best: one that always holds what is asked for most.");
        if (chunkCache != null)
            lines.add(
                    "Cassandra's chunk cache is of another kind (W-TinyLFU); the page cache behind it is asked for what it has not.");
        Integer readAhead = result.readAheadKib();
        if (readAhead != null && readAhead > MOST_READ_AHEAD_KIB)
            lines.add(
                    text(
                            "WARNING: the kernel reads up to %d KiB of this drive ahead: what nobody asks for takes the place of what is asked for, and counts as read. Cassandra advises 8 (read_ahead_kb)",
                            readAhead));
        return lines;
    }

    private static String line(String name, Hits hits) {
        return text(
                "%-12s %10s %9d %7.1f %% %s %s",
                name,
                new Size(hits.roomBytes()),
                hits.chunks(),
                100 * hits.measured(),
                percent(hits.expected()),
                percent(hits.best()));
    }

    private static String percent(@Nullable Double part) {
        return part == null ? text("%9s", "-") : text("%7.1f %%", 100 * part);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
