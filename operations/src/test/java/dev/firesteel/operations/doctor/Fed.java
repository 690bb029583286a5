// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Paths, mounts, trials and drives for tests. */
final class Fed {
    static final Map<String, String> HONEST =
            Map.of(
                    "logical_block_size", "512",
                    "physical_block_size", "4096",
                    "write_cache", "write back",
                    "fua", "1");
    static final Map<String, String> WITHOUT_FUA =
            Map.of(
                    "logical_block_size", "512",
                    "physical_block_size", "4096",
                    "write_cache", "write back",
                    "fua", "0");
    static final Map<String, String> PROTECTED =
            Map.of(
                    "logical_block_size", "4096",
                    "physical_block_size", "4096",
                    "write_cache", "write through",
                    "fua", "0");

    private static final long GIB = 1L << 30;
    private static final Path SOMEWHERE = Path.of("/flash");

    private Fed() {}

    static Place place(Place.Kind kind) {
        return place(kind, true, 0);
    }

    static Place place(Place.Kind kind, boolean allowed, int worldMode) {
        return new Place(
                SOMEWHERE,
                kind,
                "259:1",
                new Place.Space(100 * GIB, 200 * GIB, 4096),
                new Place.Access(allowed, allowed, allowed, worldMode));
    }

    static Place place(Place.Kind kind, long usableBytes, long blockBytes) {
        return new Place(
                SOMEWHERE,
                kind,
                "259:1",
                new Place.Space(usableBytes, 200 * GIB, blockBytes),
                new Place.Access(true, true, true, 0));
    }

    static Mount mount(String type, String... options) {
        return new Mount(SOMEWHERE, "259:1", type, List.of(options));
    }

    /** Returns a trial whose single durable writes have this median. */
    static Trial trial(Trial.Direct direct, long medianNanos, Trial.Flushes flushes) {
        return new Trial(
                direct,
                new Trial.Hint(true, ""),
                List.of(
                        new Latency(1, 1000, medianNanos, 3 * medianNanos, 1234),
                        new Latency(4, 2000, 2 * medianNanos, 4 * medianNanos, 4321),
                        new Latency(16, 4000, 3 * medianNanos, 5 * medianNanos, 9876)),
                flushes,
                null);
    }

    static Trial trial(long medianNanos) {
        return trial(Trial.Direct.HONOURED, medianNanos, new Trial.Flushes(1000, 1000, true));
    }

    static Trial untried(String why) {
        return Trial.skipped(
                Trial.Direct.NOT_TRIED, Trial.Hint.NOT_TRIED, Level.NOTE, why, "Try again.");
    }
}
