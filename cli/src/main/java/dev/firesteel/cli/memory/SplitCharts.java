// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.chart.CurveChart;
import dev.firesteel.cli.common.OutputFile;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Measurement;
import dev.firesteel.memory.RecommendedSplit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws the models with their measurements, and the objective by memory split. */
record SplitCharts(RecommendedSplit split) {
    private static final SplitSamples SAMPLES = new SplitSamples(160);

    /** Writes {@code reads.svg}, {@code writes.svg} and {@code objective.svg}. */
    void write(Path directory) throws IOException, BudgetException {
        Map<Path, CurveChart> charts = new LinkedHashMap<>();
        charts.put(directory.resolve("reads.svg"), reads());
        charts.put(directory.resolve("writes.svg"), writes());
        charts.put(directory.resolve("objective.svg"), objective());
        for (Path file : charts.keySet()) OutputFile.PICTURE.requireReplaceable(file, List.of());
        Files.createDirectories(directory);
        for (Map.Entry<Path, CurveChart> each : charts.entrySet())
            OutputFile.PICTURE.write(each.getKey(), each.getValue().svg());
    }

    private CurveChart reads() {
        Budget best = split.recommended().budget();
        return model(
                "Latency of reads, by memory of caches",
                "MiB of caches: chunk, key and row cache, page cache",
                split.reads(),
                points(split.calibration().reads(), true),
                mebibytes(best.cacheBytes()));
    }

    private CurveChart writes() {
        List<CurveChart.Point> points = points(split.limit().within(), true);
        points.addAll(points(split.limit().beyond(), false));
        return model(
                "Latency of writes, by memory of memtables",
                "MiB of memtables",
                split.writes(),
                points,
                mebibytes(split.recommended().budget().memtableBytes()));
    }

    private CurveChart model(
            String title,
            String horizontal,
            Fit fit,
            List<CurveChart.Point> points,
            double chosen) {
        double from = Math.min(fit.smallest(), chosen);
        double to = Math.max(fit.largest(), chosen);
        List<CurveChart.Place> places = new ArrayList<>();
        for (SplitSamples.Time each : SAMPLES.times(fit, from, to))
            places.add(
                    new CurveChart.Place(
                            each.mebibytes(),
                            each.micros(),
                            each.low(),
                            each.high(),
                            each.isMeasured()));
        return new CurveChart(
                title,
                circumstances(),
                horizontal,
                "microseconds",
                List.of(new CurveChart.Curve("model", places)),
                points,
                chosen);
    }

    private String circumstances() {
        return "%s, workload %s"
                .formatted(split.calibration().machine(), split.calibration().workload());
    }

    private static List<CurveChart.Point> points(List<Measurement> measurements, boolean isUsed) {
        List<CurveChart.Point> points = new ArrayList<>();
        for (Measurement each : measurements)
            points.add(
                    new CurveChart.Point(
                            each.memory(), each.seconds() * SplitSamples.MICROSECONDS, isUsed));
        return points;
    }

    private CurveChart objective() throws BudgetException {
        List<CurveChart.Place> sum = new ArrayList<>();
        List<CurveChart.Place> reads = new ArrayList<>();
        List<CurveChart.Place> writes = new ArrayList<>();
        for (SplitSamples.Value each : SAMPLES.values(split.objective())) {
            sum.add(place(each, each.objective(), each.isMeasured()));
            reads.add(place(each, each.reads(), each.areReadsMeasured()));
            writes.add(place(each, each.writes(), each.areWritesMeasured()));
        }
        return new CurveChart(
                "The objective, by memory split",
                circumstances(),
                "MiB of memtables; caches get the rest",
                "rate, relative to the best",
                List.of(
                        new CurveChart.Curve("objective", sum),
                        new CurveChart.Curve("reads", reads),
                        new CurveChart.Curve("writes", writes)),
                List.of(),
                mebibytes(split.recommended().budget().memtableBytes()));
    }

    private static CurveChart.Place place(SplitSamples.Value at, double value, boolean isMeasured) {
        return new CurveChart.Place(at.mebibytes(), value, value, value, isMeasured);
    }

    private static double mebibytes(long bytes) {
        return (double) bytes / Budget.MIB;
    }
}
