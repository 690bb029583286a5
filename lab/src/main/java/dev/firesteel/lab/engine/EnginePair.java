// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.bench.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One peer against another, as in {@code --json}.
 *
 * @param peer the one
 * @param against the other
 * @param threads the number of concurrent appenders
 * @param bytes the size of an append
 * @param figure the figure of the one that is compared with the other's durable payload a second
 * @param ratio the median of the rounds' ratios
 * @param rounds the ratio of each round
 * @param low the lower end of the 95 % interval; null if there were too few rounds for one
 * @param high the upper end
 * @param verdict the conclusion
 */
public record EnginePair(
        Peer peer,
        Peer against,
        int threads,
        int bytes,
        String figure,
        double ratio,
        List<Double> rounds,
        @Nullable Double low,
        @Nullable Double high,
        Ratio.Verdict verdict) {
    /** Returns every peer against the drive, and against the engine. */
    static List<EnginePair> of(EngineGroup group) {
        List<EnginePair> pairs = new ArrayList<>();
        for (Peer against : List.of(Peer.DRIVE, Peer.FIRESTEEL))
            for (Peer peer : group.peers())
                if (peer != against && group.has(against))
                    add(
                            group,
                            peer,
                            against,
                            "megabytesPerSecond",
                            EngineMeasurement::megabytesPerSecond,
                            pairs);
        if (group.has(Peer.DRIVE) && group.has(Peer.FIRESTEEL))
            add(
                    group,
                    Peer.FIRESTEEL,
                    Peer.DRIVE,
                    "writtenMegabytesPerSecond",
                    EngineMeasurement::writtenMegabytesPerSecond,
                    pairs);
        return pairs;
    }

    private static void add(
            EngineGroup group,
            Peer peer,
            Peer against,
            String figure,
            Function<EngineMeasurement, @Nullable Double> value,
            List<EnginePair> pairs) {
        Ratio ratio = group.ratio(peer, against, value);
        if (ratio.rounds().isEmpty()) return;
        pairs.add(
                new EnginePair(
                        peer,
                        against,
                        group.cell().threads(),
                        group.cell().bytes(),
                        figure,
                        ratio.median(),
                        ratio.rounds(),
                        ratio.low(),
                        ratio.high(),
                        ratio.verdict()));
    }
}
