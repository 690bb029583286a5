// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.chart.Chart;
import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticRun;
import dev.firesteel.flash.SyntheticRun.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Simulates a drive with several spare factors, for each victim policy. Compares its write
 * amplification with the theoretical one.
 *
 * @param runs one for each victim policy; otherwise equal
 */
record ModelGrid(List<SyntheticRun> runs) {
    /** Spare factors from consumer drives to drives for heavy writing. */
    private static final List<Double> SPARES =
            List.of(0.03, 0.05, 0.07, 0.11, 0.15, 0.2, 0.25, 0.3);

    /** Number of segments: enough for straight lines to look like a curve. */
    private static final int STEPS = 80;

    /**
     * Checks that every drive is possible.
     *
     * @throws dev.firesteel.flash.ImpossibleGeometryException if one is not
     */
    ModelGrid {
        for (SyntheticRun run : runs)
            for (double spare : SPARES) {
                var unused = with(run, spare);
            }
    }

    /** Returns the same run on a drive with this spare factor. */
    private static SyntheticRun with(SyntheticRun run, double spare) {
        DriveGeometry drive = run.geometry();
        return new SyntheticRun(
                DriveGeometry.ofSpare(
                        spare, drive.blocks(), drive.pagesPerBlock(), drive.reserveBlocks()),
                run.load(),
                run.streams(),
                run.victims(),
                run.warmUp(),
                run.measured(),
                run.seed());
    }

    /** Runs every drive, and draws the results. */
    Chart chart() {
        List<Chart.Series> all = new ArrayList<>();
        for (SyntheticRun run : runs) {
            List<Double> values =
                    SPARES.stream().map(at -> with(run, at).run().writeAmplification()).toList();
            boolean isExact = run.expectation().kind() == Expectation.Kind.EXACT;
            all.add(new Chart.Series(run.victims(), values, isExact ? curve(run) : List.of()));
        }
        SyntheticRun first = runs.get(0);
        if (first.expectation().kind() == Expectation.Kind.LOWER_BOUND)
            all.add(new Chart.Series("lower bound", List.of(), curve(first)));
        return new Chart(
                "Write amplification of random writes, by spare factor",
                subtitle(first) + theory(all),
                "spare factor (hidden part of the drive)",
                "write amplification (pages on flash a page written)",
                SPARES,
                1,
                all);
    }

    private static List<Chart.Point> curve(SyntheticRun run) {
        double least = SPARES.get(0);
        double most = SPARES.get(SPARES.size() - 1);
        List<Chart.Point> curve = new ArrayList<>();
        for (int step = 0; step <= STEPS; step++) {
            double spare = least + (most - least) * step / STEPS;
            curve.add(new Chart.Point(spare, with(run, spare).expectation().writeAmplification()));
        }
        return curve;
    }

    private static String theory(List<Chart.Series> all) {
        String names =
                all.stream()
                        .filter(each -> !each.curve().isEmpty())
                        .map(Chart.Series::name)
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; theory: lines of " + names;
    }

    private static String subtitle(SyntheticRun run) {
        return String.format(
                Locale.ROOT,
                "%,d blocks of %,d pages, %s, %s; marks: simulated",
                run.geometry().blocks(),
                run.geometry().pagesPerBlock(),
                run.load().isUniform()
                        ? "uniform"
                        : "hot %s, %s of writes"
                                .formatted(run.load().fraction(), run.load().rate()),
                run.streams() == 1 ? "one stream" : run.streams() + " streams");
    }
}
