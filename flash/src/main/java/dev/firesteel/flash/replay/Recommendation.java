// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifetimes that a trace suggests, and what they gain over others in a simulation of that same
 * trace.
 */
public record Recommendation(Lifetimes lifetimes, Simulation simulation, Simulation.Result result) {
    private static final double FILLING = 0.8;
    private static final double SPARE = 0.07;
    private static final int PAGE_BYTES = 4_096;
    private static final long LEAST_BLOCKS = 128;
    private static final long BLOCKS = 1_024;
    private static final long SMALLEST_BLOCK_BYTES = 1 << 18;
    private static final long LARGEST_BLOCK_BYTES = 1 << 24;

    /**
     * Measures a trace, and simulates what that gains.
     *
     * @param drive to simulate; if null, one that the trace fills to four fifths
     */
    public static Recommendation of(Trace trace, @Nullable DriveSpec drive) throws IOException {
        Lifetimes lifetimes = Lifetimes.of(trace);
        Simulation simulation =
                new Simulation(
                        drive == null ? driveFor(trace) : drive,
                        List.of(
                                Placement.none(),
                                Placement.mapped("preset", LifetimeMap.PRESET),
                                Placement.mapped("recommended", lifetimes.map())),
                        "greedy",
                        FILLING,
                        true,
                        Allocation.NEXT_FIT,
                        Simulation.UNTIL_STEADY,
                        1);
        return new Recommendation(lifetimes, simulation, simulation.run(trace));
    }

    private static DriveSpec driveFor(Trace trace) throws IOException {
        Survey survey = Survey.of(trace, PAGE_BYTES, Integer.MAX_VALUE);
        long bytes = (long) Math.ceil(survey.peakPages() / FILLING) * PAGE_BYTES;
        long block =
                Math.max(
                        SMALLEST_BLOCK_BYTES,
                        Math.min(LARGEST_BLOCK_BYTES, Long.highestOneBit(bytes / BLOCKS)));
        DriveSpec least = new DriveSpec(LEAST_BLOCKS * block, SPARE, block, PAGE_BYTES, 1);
        return least.ofBytes(Math.max(bytes, LEAST_BLOCKS * block));
    }
}
