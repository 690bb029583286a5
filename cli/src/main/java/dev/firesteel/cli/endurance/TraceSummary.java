// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Size;
import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.TraceHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Summarizes a trace by kind and level of files. */
final class TraceSummary implements TraceHandler {
    private static final class Count {
        private long atStart;
        private long created;
        private long deleted;
        private long bytes;
    }

    private final Map<String, Count> counts = new TreeMap<>();
    private final Map<Long, Count> files = new HashMap<>();
    private long lastMicros;

    @Override
    public void live(long micros, long file, FileClass files, Lifetime said, long bytes) {
        count(micros, file, files).atStart++;
    }

    @Override
    public void created(long micros, long file, FileClass files, Lifetime said) {
        count(micros, file, files).created++;
    }

    private Count count(long micros, long file, FileClass is) {
        lastMicros = micros;
        Count count = counts.computeIfAbsent(is.toString(), absent -> new Count());
        files.put(file, count);
        return count;
    }

    @Override
    public void written(long micros, long file, long offset, long bytes) {
        lastMicros = micros;
        files.getOrDefault(file, new Count()).bytes += bytes;
    }

    @Override
    public void discarded(long micros, long file, long offset, long bytes) {
        lastMicros = micros;
    }

    @Override
    public void deleted(long micros, long file) {
        lastMicros = micros;
        Count count = files.remove(file);
        if (count != null) count.deleted++;
    }

    private long bytes() {
        return counts.values().stream().mapToLong(count -> count.bytes).sum();
    }

    /** Formats the summary for people; {@code traceBytes} is the size of the trace itself. */
    List<String> lines(long traceBytes) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%-20s %10s %10s %10s %12s"
                        .formatted("kind", "at start", "created", "deleted", "written"));
        counts.forEach(
                (kind, count) ->
                        lines.add(
                                "%-20s %,10d %,10d %,10d %12s"
                                        .formatted(
                                                kind,
                                                count.atStart,
                                                count.created,
                                                count.deleted,
                                                new Size(count.bytes))));
        lines.add(
                "%s written until the last event, after %.1f s; the trace has %s"
                        .formatted(new Size(bytes()), lastMicros / 1e6, new Size(traceBytes)));
        return lines;
    }

    /** Formats the summary for machines. */
    Map<String, @Nullable Object> fields(long traceBytes) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("seconds", lastMicros / 1e6);
        fields.put("writtenBytes", bytes());
        fields.put("traceBytes", traceBytes);
        Map<String, @Nullable Object> kinds = new LinkedHashMap<>();
        counts.forEach(
                (kind, count) -> {
                    Map<String, @Nullable Object> of = new LinkedHashMap<>();
                    of.put("atStart", count.atStart);
                    of.put("created", count.created);
                    of.put("deleted", count.deleted);
                    of.put("writtenBytes", count.bytes);
                    kinds.put(kind, of);
                });
        fields.put("kinds", kinds);
        return fields;
    }
}
