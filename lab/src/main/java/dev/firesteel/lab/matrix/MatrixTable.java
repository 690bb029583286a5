// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.ycsb.OperationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Formats results as in the paper. Each workload has tables of rates, mean latencies and bytes
 * read, with a row for each drive and distribution, and a column for each size.
 */
public final class MatrixTable {
    private static final int NAME_WIDTH = 36;
    private static final int COLUMN_WIDTH = 18;

    private final MatrixSettings settings;
    private final List<MatrixResult> results;

    /** Creates the table of a matrix, complete or not. */
    public MatrixTable(MatrixSettings settings, List<MatrixResult> results) {
        this.settings = settings;
        this.results = List.copyOf(results);
    }

    /** Returns the lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String workload : names(MatrixCell::workload)) {
            add(lines, workload, "operations a second", MatrixTable::rate);
            add(lines, workload, "mean latency, read / update, us", MatrixTable::latencies);
            add(lines, workload, "KiB read from the drive for an operation", MatrixTable::read);
        }
        lines.addAll(doubts());
        return lines;
    }

    private List<String> doubts() {
        List<MatrixResult> shown =
                settings.cells().stream().flatMap(each -> result(each).stream()).toList();
        List<String> doubts = new ArrayList<>();
        long unsettled = shown.stream().filter(each -> !each.isSettled()).count();
        if (unsettled > 0)
            doubts.add(
                    "WARNING: in %d of %d cells the rate was not steady before it was measured (--warm-up)"
                            .formatted(unsettled, shown.size()));
        long errors = shown.stream().mapToLong(MatrixResult::errors).sum();
        if (errors > 0) doubts.add("WARNING: %d operations failed".formatted(errors));
        return doubts;
    }

    private void add(
            List<String> lines,
            String workload,
            String what,
            Function<MatrixResult, String> figure) {
        if (!lines.isEmpty()) lines.add("");
        lines.add("Workload %s: %s".formatted(workload.toUpperCase(Locale.ROOT), what));
        StringBuilder head = new StringBuilder(padded("data / memory", NAME_WIDTH));
        for (double ratio : settings.dataToMemory())
            head.append(aligned(ratio + "x", COLUMN_WIDTH));
        lines.add(head.toString());
        for (Storage storage : settings.storages())
            for (String distribution : names(MatrixCell::distribution))
                lines.add(row(workload, storage, distribution, figure));
    }

    private String row(
            String workload,
            Storage storage,
            String distribution,
            Function<MatrixResult, String> figure) {
        StringBuilder row = new StringBuilder(padded(storage + " " + distribution, NAME_WIDTH));
        for (double ratio : settings.dataToMemory())
            row.append(
                    aligned(
                            result(new MatrixCell(workload, distribution, ratio, storage.name()))
                                    .map(figure)
                                    .orElse("-"),
                            COLUMN_WIDTH));
        return row.toString();
    }

    private List<String> names(Function<MatrixCell, String> name) {
        return settings.cells().stream().map(name).distinct().toList();
    }

    private Optional<MatrixResult> result(MatrixCell cell) {
        return results.stream().filter(each -> each.cell().equals(cell)).findFirst();
    }

    private static String rate(MatrixResult result) {
        return text("%,.0f", result.opsPerSecond());
    }

    private static String latencies(MatrixResult result) {
        return mean(result, "read") + " / " + mean(result, "update");
    }

    private static String read(MatrixResult result) {
        return text("%.1f", result.readBytesPerOp() / 1024);
    }

    private static String mean(MatrixResult result, String kind) {
        OperationResult operation = result.operations().get(kind);
        return operation == null ? "-" : text("%,.0f", operation.meanMicros());
    }

    private static String text(String format, double figure) {
        return String.format(Locale.ROOT, format, figure);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    private static String aligned(String text, int width) {
        return " ".repeat(Math.max(1, width - text.length())) + text;
    }
}
