// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One mode against another, as in {@code --json}.
 *
 * @param mode the one
 * @param against the other
 * @param baseline the role of the other
 * @param clients client threads
 * @param workload the clients' operations
 * @param log the drive of the log; absent without {@code --log}
 * @param sstables the drive of the SSTables; absent without {@code --sstables}
 * @param loop when operations began
 * @param figure the figure compared
 * @param ratio the median of the rounds' ratios
 * @param rounds the ratio of each round
 * @param low the lower end of the 95 % interval; null if there were too few rounds for one
 * @param high the upper end
 * @param verdict the conclusion
 * @param text the same in words
 */
public record Pair(
        Mode mode,
        Mode against,
        Baseline baseline,
        int clients,
        Workload workload,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String log,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String sstables,
        Loop loop,
        Figure figure,
        double ratio,
        List<Double> rounds,
        @Nullable Double low,
        @Nullable Double high,
        Ratio.Verdict verdict,
        String text) {
    static Pair of(Group group, Mode mode, Mode against, Baseline baseline, Figure figure) {
        Ratio ratio = group.ratio(mode, against, figure);
        return new Pair(
                mode,
                against,
                baseline,
                group.cell().clients(),
                group.cell().workload(),
                group.cell().placement().logName(),
                group.cell().placement().sstablesName(),
                group.loop(),
                figure,
                ratio.median(),
                ratio.rounds(),
                ratio.low(),
                ratio.high(),
                ratio.verdict(),
                mode.title() + " against " + against.title() + ": " + ratio.text(figure));
    }
}
