// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Fraction;
import dev.firesteel.cli.common.Json;
import dev.firesteel.cli.common.OutputFile;
import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticLoad;
import dev.firesteel.flash.SyntheticRun;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.TimedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel endurance model}: compares a simulated drive with theory. */
@Command(
        name = "model",
        description = {
            "Simulates a flash drive under random overwrites until its steady state. Measures"
                    + " its write amplification (pages written to flash for each page written"
                    + " to the drive), and prints it beside the closed form, if there is one."
                    + " With --timed also its rate and latencies.",
            "See docs/lab/endurance.md#a-drive-under-random-writes."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance model --spare 0.07 --pages-per-block 256 --victim fifo",
            "  firesteel endurance model --workload hotcold:0.1:0.9 --streams 2 \\",
            "      --victim per-stream",
            "  firesteel endurance model --victim fifo,greedy --svg spare.svg",
            "  firesteel endurance model --timed --rate 10000 --reads 0.95",
            "  firesteel endurance model --timed --preset tlc --reads 0.5"
        })
final class ModelVerb implements Callable<Integer> {
    @Option(
            names = "--spare",
            paramLabel = "FACTOR",
            defaultValue = "0.11",
            converter = Fraction.class,
            description =
                    "Spare factor: the part of the drive that is hidden, between 0 and 1 (default:"
                            + " ${DEFAULT-VALUE}). A drive of 128 GiB sold as 128 GB has 0.07.")
    double spare;

    @Option(
            names = "--pages-per-block",
            paramLabel = "N",
            defaultValue = "64",
            description = "Pages of an erase block (default: ${DEFAULT-VALUE}).")
    int pagesPerBlock;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "4096",
            description =
                    "Blocks of the drive (default: ${DEFAULT-VALUE}). The closed forms hold for a"
                            + " very large number.")
    int blocks;

    @Option(
            names = "--reserve",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Number of these blocks that are kept free to move pages to; they do not count"
                            + " as spare (default: ${DEFAULT-VALUE}).")
    int reserve;

    @Option(
            names = "--victim",
            paramLabel = "POLICY",
            split = ",",
            defaultValue = "greedy",
            description =
                    "Policies that choose the next block to erase (default: ${DEFAULT-VALUE}),"
                            + " simulated one by one: fifo (the oldest), greedy (the fewest valid"
                            + " pages), cost-benefit (age counts, too), N-choices (the best of N"
                            + " drawn at random), per-stream (greedy, each stream with its best"
                            + " share of the blocks).")
    List<String> victims = List.of();

    @Option(
            names = "--workload",
            paramLabel = "LOAD",
            defaultValue = "uniform",
            description =
                    "uniform, or hotcold:FRACTION:RATE (a fraction of the pages gets a share of"
                            + " the writes), such as hotcold:0.1:0.9 (default: ${DEFAULT-VALUE}).")
    String workload = "";

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "1: all pages share a block; 2: hot and cold pages have separate blocks"
                            + " (default: ${DEFAULT-VALUE}).")
    int streams;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Overwrites of the whole drive before the measurement (default:"
                            + " ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--measured",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Overwrites of the whole drive during the measurement (default:"
                            + " ${DEFAULT-VALUE}).")
    int measured;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed; the same seed gives the same result (default: 1).")
    long seed;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description =
                    "Also simulate drives with spare factors from 0.03 to 0.3, and draw their"
                            + " write amplification beside the closed form.")
    @Nullable Path svg;

    @Option(
            names = "--json",
            description =
                    "Print one JSON object, with writeAmplification, formula and relativeError;"
                            + " the last two are null where there is no closed form. With --timed"
                            + " opsPerSecond, readMicros, writeMicros and writeAmplification. For"
                            + " several policies a list of these, under runs.")
    boolean isJson;

    @Mixin ClockOptions clock = new ClockOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        if (asked(console, this::isTimed)) {
            List<TimedRun> runs = asked(console, () -> victims.stream().map(this::timed).toList());
            List<TimedText> texts =
                    runs.stream().map(each -> TimedText.of(each, clock.preset())).toList();
            say(
                    console,
                    texts.stream().map(TimedText::lines).toList(),
                    texts.stream().map(TimedText::fields).toList());
            return 0;
        }
        if (svg != null && !Files.isDirectory(svg.toAbsolutePath().resolveSibling("")))
            throw new ParameterException(
                    console.command(), "there is no directory for --svg " + svg);
        List<SyntheticRun> runs = asked(console, () -> victims.stream().map(this::run).toList());
        if (svg != null) OutputFile.PICTURE.requireReplaceable(svg, List.of());
        ModelGrid grid = svg == null ? null : asked(console, () -> new ModelGrid(runs));
        List<ModelText> texts = runs.stream().map(run -> new ModelText(run, run.run())).toList();
        say(
                console,
                texts.stream().map(ModelText::lines).toList(),
                texts.stream().map(ModelText::fields).toList());
        if (svg != null && grid != null) OutputFile.PICTURE.write(svg, grid.chart().svg());
        return 0;
    }

    private void say(
            Console console, List<List<String>> lines, List<Map<String, @Nullable Object>> fields) {
        if (!isJson) lines.forEach(each -> each.forEach(console::say));
        else if (fields.size() == 1) console.say(Json.write(fields.get(0)));
        else console.say(Json.write(Map.of("runs", fields)));
    }

    private boolean isTimed() {
        clock.requireSensible();
        if (clock.isTimed && svg != null)
            throw new IllegalArgumentException(
                    "--svg draws write amplification over spare factors: give it without --timed");
        return clock.isTimed;
    }

    private TimedRun timed(String policy) {
        Preset preset = clock.preset();
        if (preset != null) {
            if (!clock.isGiven("--spare")) spare = preset.spare();
            if (!clock.isGiven("--pages-per-block")) pagesPerBlock = preset.pagesPerBlock();
            if (!clock.isGiven("--blocks")) blocks = preset.blocks();
        }
        return new TimedRun(run(policy), clock.flash(), clock.load());
    }

    /** Checks the arguments before anything runs: later failures are not usage errors. */
    private static <T> T asked(Console console, Supplier<T> made) {
        return console.checked(() -> made.get());
    }

    private SyntheticRun run(String policy) {
        return new SyntheticRun(
                DriveGeometry.ofSpare(spare, blocks, pagesPerBlock, reserve),
                SyntheticLoad.of(workload),
                streams,
                policy,
                warmUp,
                measured,
                seed);
    }
}
