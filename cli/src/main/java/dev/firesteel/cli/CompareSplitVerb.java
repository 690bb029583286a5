// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.memory.ComparisonSettings;
import dev.firesteel.lab.memory.Division;
import dev.firesteel.lab.memory.TrialSettings;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.HeldOut;
import dev.firesteel.memory.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel memory compare}: whether what is recommended is better here. */
@Command(
        name = "compare",
        description =
                "Measures the recommended division of memory beside Cassandra's defaults, beside a"
                        + " control, which has the memtables of the defaults and is otherwise divided"
                        + " as what was calibrated, and beside sizes of memtables that were not"
                        + " measured before, in rounds: what came of the recommendation, and how far"
                        + " off the fitted models are. Goes on with"
                        + " --results if it is there. Ctrl-C ends it; what was measured is told."
                        + " docs/memory.md tells how it is done.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory compare memory.jsonl",
            "  firesteel memory compare b.jsonl --workload 95/5 --data 5GiB --read-weight .9"
        })
final class CompareSplitVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "CALIBRATION",
            description = "What was measured: the file of 'memory calibrate'.")
    Path calibration = Path.of("");

    @Option(
            names = "--results",
            paramLabel = "FILE",
            defaultValue = "memory-comparison.jsonl",
            description = "Where measurements go (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often each is measured (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--grid",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "How many sizes of memtables to measure beside, spread over the gaps between"
                            + " those that were calibrated, or are compared anyway (default:"
                            + " ${DEFAULT-VALUE}).")
    int grid;

    @Mixin SplitOptions split = new SplitOptions();

    @Mixin TrialWorkload workload = new TrialWorkload();

    @Mixin TrialOptions trial = new TrialOptions();

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        SplitText text = split.split(calibration, console);
        ComparisonSettings settings = settings(text, console);
        return new LocalDivisions(text, settings, isJson, console).run();
    }

    private ComparisonSettings settings(SplitText text, Console console) {
        TrialSettings wanted = console.checked(() -> trial.settings(workload.workload()));
        String calibrated = text.calibration().workload();
        if (!wanted.words().equals(calibrated))
            throw SplitOptions.refused(
                    console,
                    "%s was measured with '%s', and not with '%s': give the same options"
                            .formatted(calibration, calibrated, wanted.words()));
        if (grid < 0) throw SplitOptions.refused(console, "--grid must be at least 0, not " + grid);
        try {
            List<Division> divisions = divisions(text);
            return console.checked(
                    () -> new ComparisonSettings(wanted, results, divisions, rounds));
        } catch (BudgetException e) {
            throw SplitOptions.refused(
                    console,
                    "no node could start with one of the divisions of %s: %s"
                            .formatted(
                                    new Size(text.best().budget().totalBytes()), e.getMessage()));
        }
    }

    private List<Division> divisions(SplitText text) throws BudgetException {
        Layout layout = text.calibration().layout().withTotal(text.best().budget().totalBytes());
        Budget defaults = text.byDefault().budget().requireStartable();
        List<Division> divisions = new ArrayList<>();
        divisions.add(new Division(Division.DEFAULTS, defaults));
        if (!text.isByDefault())
            divisions.add(new Division(Division.RECOMMENDED, text.best().budget()));
        control(layout, defaults)
                .filter(control -> divisions.stream().noneMatch(has(control.budget())))
                .ifPresent(divisions::add);
        List<Long> compared =
                divisions.stream().map(each -> each.budget().memtableBytes()).toList();
        for (long memtables :
                HeldOut.sizes(
                        text.calibration(), compared, text.objective().largestBytes(), grid)) {
            Budget budget = layout.budget(memtables);
            Division division = new Division(new Size(budget.memtableBytes()).toString(), budget);
            if (divisions.stream().noneMatch(each -> each.name().equals(division.name())))
                divisions.add(division);
        }
        return divisions;
    }

    private static Optional<Division> control(Layout layout, Budget defaults) {
        try {
            return Optional.of(
                    new Division(Division.CONTROL, layout.budget(defaults.memtableBytes())));
        } catch (BudgetException e) {
            return Optional.empty(); // the rest of the heap is larger there than a small budget has
        }
    }

    private static Predicate<Division> has(Budget budget) {
        return each -> each.budget().equals(budget);
    }
}
