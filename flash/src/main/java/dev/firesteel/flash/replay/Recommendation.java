// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifetimes that a trace suggests, and their gain over others in a simulation of that trace.
 * Classes are cut into four in three ways: weighted by their bytes written, by their live bytes,
 * and between. The cut with the lowest write amplification is suggested.
 *
 * @param simulation the simulation run
 * @param isSteady whether the drives reached steady state
 * @param outcomes without streams, with the preset, and as suggested
 */
public record Recommendation(
        Lifetimes lifetimes, Simulation simulation, boolean isSteady, List<DriveOutcome> outcomes) {
    private static final String NAME = "recommended";
    private static final List<Double> WEIGHTS = List.of(0.0, 0.5, 1.0);
    private static final int OTHERS = 2;

    private static final double SPARE = 0.07;
    private static final int PAGE_BYTES = 4_096;
    private static final long LEAST_BLOCKS = 256;
    private static final long BLOCKS = 1_024;
    private static final long SMALLEST_BLOCK_BYTES = 1 << 18;
    private static final long LARGEST_BLOCK_BYTES = 1 << 24;

    /**
     * Measures a trace, and simulates the gain.
     *
     * @param drive to simulate; if null, one that the trace fills
     * @param filling of the drive, as {@link Simulation#filling}
     * @throws dev.firesteel.flash.ImpossibleGeometryException if such a drive is impossible
     */
    public static Recommendation of(Trace trace, @Nullable DriveSpec drive, double filling)
            throws IOException {
        Lifetimes measured = Lifetimes.of(trace);
        List<Lifetimes> cuts = WEIGHTS.stream().map(measured::cut).toList();
        List<Placement> placements = new ArrayList<>();
        placements.add(Placement.none());
        placements.add(Placement.mapped("preset", LifetimeMap.PRESET));
        for (Lifetimes cut : cuts) placements.add(Placement.mapped(NAME, cut.map()));
        Simulation simulation =
                new Simulation(
                        drive == null ? driveFor(trace, filling) : drive,
                        placements,
                        "greedy",
                        filling,
                        true,
                        Allocation.NEXT_FIT,
                        Simulation.UNTIL_STEADY,
                        1);
        Simulation.Result result = simulation.run(trace);
        List<DriveOutcome> others = result.drives().subList(0, OTHERS);
        List<DriveOutcome> tried = result.drives().subList(OTHERS, placements.size());
        DriveOutcome best =
                Collections.min(
                        tried, Comparator.comparingDouble(DriveOutcome::writeAmplification));
        List<DriveOutcome> outcomes = new ArrayList<>(others);
        outcomes.add(best);
        return new Recommendation(
                cuts.get(tried.indexOf(best)), simulation, result.isSteady(), outcomes);
    }

    /**
     * Returns a drive that a trace fills, with 7 % spare and about a thousand blocks.
     *
     * @param filling the part of the drive in use at the trace's peak, above 0 and at most 1
     */
    public static DriveSpec driveFor(Trace trace, double filling) throws IOException {
        Survey survey = Survey.of(trace, PAGE_BYTES, Integer.MAX_VALUE);
        long bytes = (long) Math.ceil(survey.peakPages() / filling) * PAGE_BYTES;
        long block =
                Math.max(
                        SMALLEST_BLOCK_BYTES,
                        Math.min(LARGEST_BLOCK_BYTES, Long.highestOneBit(bytes / BLOCKS)));
        DriveSpec least = new DriveSpec(LEAST_BLOCKS * block, SPARE, block, PAGE_BYTES, 1);
        return least.ofBytes(Math.max(bytes, LEAST_BLOCKS * block));
    }
}
