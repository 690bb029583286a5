// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Fraction;
import dev.firesteel.cli.common.Json;
import dev.firesteel.cli.common.OutputFile;
import dev.firesteel.cli.common.YesNo;
import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.replay.Allocation;
import dev.firesteel.flash.replay.DriveSpec;
import dev.firesteel.flash.replay.LifetimeMap;
import dev.firesteel.flash.replay.Placement;
import dev.firesteel.flash.replay.Recommendation;
import dev.firesteel.flash.replay.Simulation;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel endurance simulate}: runs a trace on drives with different placements. */
@Command(
        name = "simulate",
        description = {
            "Replays a trace on simulated flash drives that differ in data placement only."
                    + " Prints write amplification, pages moved, erases, wear and years of"
                    + " life, side by side. The drives are filled with cold data first, and"
                    + " the trace is repeated until their steady state. With --timed also"
                    + " rates and latencies.",
            "See docs/lab/endurance.md#a-drive-under-a-trace."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance simulate traces",
            "  firesteel endurance simulate traces --drive size=64GiB,spare=0.07,block=8MiB",
            "  firesteel endurance simulate traces --drive size=64GiB,spare=0.07,block=8MiB \\",
            "      --streams none,linux4,recommended --filling 0.7,0.8,0.9 --svg fillings.svg"
        })
final class SimulateVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "TRACE",
            description =
                    "A directory that 'endurance record' wrote, one file of it, or the trace of a"
                            + " device: the output of blkparse, fio's iolog, or in the format of"
                            + " MSR Cambridge, SPC, DiskSim or FIU.")
    Path path = Path.of("");

    @Option(
            names = "--drive",
            paramLabel = "DRIVE",
            converter = DriveText.class,
            description =
                    "size=SIZE (its capacity, such as 64GiB or 1.92TB), spare=FACTOR (the hidden"
                            + " part of its flash, such as 0.07 or 7%%), block=SIZE (the erase"
                            + " block), and optionally page=SIZE (4KiB) and reserve=BLOCKS (1)"
                            + " (default: a drive that the trace fills to --filling, with 7 %% spare"
                            + " and about a thousand blocks).")
    @Nullable DriveSpec drive;

    @Mixin TraceChoice choice = new TraceChoice();

    @Option(
            names = "--streams",
            paramLabel = "RULE",
            split = ",",
            defaultValue = "none,linux4,seed9",
            description =
                    "The data placements to compare (default: ${DEFAULT-VALUE}): none (all"
                            + " together), linux4 (by the lifetimes in the trace, or the preset's"
                            + " where it has none), f2fs3 (the same, in the three classes of F2FS),"
                            + " seed9 (nine streams by kind and level),"
                            + " recommended (by the lifetimes of 'endurance recommend'), or a"
                            + " file with the key 'lifetimes:'.")
    List<String> streams = List.of();

    @Option(
            names = "--victim",
            paramLabel = "POLICY",
            defaultValue = "greedy",
            description =
                    "Policies that choose the next block to erase (default: ${DEFAULT-VALUE}): as"
                            + " for 'endurance model'.")
    String victim = "";

    @Option(
            names = "--filling",
            paramLabel = "PART",
            split = ",",
            defaultValue = "0.8",
            converter = Fraction.class,
            description =
                    "The parts of the drive that are in use at the trace's peak, cold data"
                            + " included (default: ${DEFAULT-VALUE}). Several are simulated one"
                            + " by one.")
    List<Double> fillings = List.of();

    @Option(
            names = "--trim",
            paramLabel = "yes|no",
            converter = YesNo.Converter.class,
            defaultValue = "yes",
            description = "Trim: pass deletions on to the drives (default: ${DEFAULT-VALUE}).")
    YesNo trim = YesNo.YES;

    @Option(
            names = "--allocation",
            paramLabel = "WAY",
            converter = AllocationText.class,
            defaultValue = "next-fit",
            description =
                    "How the file system looks for free pages: next-fit or first-fit (default:"
                            + " ${DEFAULT-VALUE}).")
    Allocation allocation = Allocation.NEXT_FIT;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Number of reads of the trace, of which the last is measured (default: until"
                            + " the drives' steady state).")
    @Nullable Integer repeat;

    @Option(
            names = "--tbw",
            paramLabel = "TB",
            converter = Terabytes.class,
            description =
                    "Terabytes (10^12 bytes) that the flash endures; gives the years of life at"
                            + " the recorded rate.")
    @Nullable Double tbw;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of random policies; the same seed gives the same result (default: 1).")
    long seed;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description =
                    "Also draw the write amplification, over the fillings if there are several.")
    @Nullable Path svg;

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Mixin ClockOptions clock = new ClockOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        requireSensible(console);
        if (svg != null) OutputFile.PICTURE.requireReplaceable(svg, List.of(path));
        if (drive != null) {
            var unused = asked(console, List.of(Placement.none()));
        }
        Trace trace = Trace.of(path, choice.options());
        List<SimulationText> texts = new ArrayList<>();
        try {
            if (drive == null) drive = Recommendation.driveFor(trace, filled(console));
            List<Placement> placements = new ArrayList<>();
            for (String name : streams) placements.add(placement(console, name, trace));
            for (Simulation each : asked(console, placements)) texts.add(text(each, trace));
        } finally { // some notes are known once the trace was read
            trace.notes().forEach(note -> console.note("firesteel: " + path + ": " + note));
        }
        say(console, texts);
        if (svg != null) OutputFile.PICTURE.write(svg, SimulationChart.of(texts).svg());
        return 0;
    }

    /** Returns the lowest filling: at higher ones there is cold data, too. */
    private double filled(Console console) {
        double least = Collections.min(fillings);
        if (least > 0 && least <= 1) return least;
        throw new ParameterException(
                console.command(),
                "without --drive, --filling must be above 0 and at most 1, not " + least);
    }

    private SimulationText text(Simulation simulation, Trace trace) throws IOException {
        if (!clock.isTimed)
            return new SimulationText(simulation, simulation.run(trace), tbw, List.of());
        Simulation.TimedResult timed = simulation.run(trace, clock.flash(), clock.load());
        return new SimulationText(simulation, timed.result(), tbw, timed.timings());
    }

    private void say(Console console, List<SimulationText> texts) {
        ClockText clocks =
                clock.isTimed ? new ClockText(clock.flash(), clock.load(), clock.preset()) : null;
        if (isJson) {
            Map<String, @Nullable Object> fields = SimulationText.fields(texts);
            if (clocks != null) fields.putAll(clocks.fields());
            console.say(Json.write(fields));
            return;
        }
        if (clocks != null) clocks.lines().forEach(console::say);
        texts.forEach(text -> text.lines().forEach(console::say));
    }

    /** Checks the arguments before anything runs: later failures are not usage errors. */
    private List<Simulation> asked(Console console, List<Placement> placements) {
        return console.checked(
                () -> {
                    clock.requireSensible();
                    List<Simulation> all =
                            fillings.stream()
                                    .map(filling -> simulation(placements, filling))
                                    .toList();
                    if (clock.isTimed)
                        for (Simulation each : all) each.requireFit(clock.flash(), clock.load());
                    return all;
                });
    }

    private Simulation simulation(List<Placement> placements, double filling) {
        return new Simulation(
                Objects.requireNonNull(drive),
                placements,
                victim,
                filling,
                trim == YesNo.YES,
                allocation,
                repeat == null ? Simulation.UNTIL_STEADY : repeat,
                seed);
    }

    private void requireSensible(Console console) {
        if (fillings.size() > 1 && fillings.stream().anyMatch(each -> each == 0))
            throw new ParameterException(
                    console.command(),
                    "a filling of 0 means nothing; if --filling has a decimal comma, write a"
                            + " point: 0.8");
        if (repeat != null && repeat < 1)
            throw new ParameterException(
                    console.command(), "--repeat must be at least 1, not " + repeat);
        if (svg != null && !Files.isDirectory(svg.toAbsolutePath().resolveSibling("")))
            throw new ParameterException(
                    console.command(), "there is no directory for --svg " + svg);
        if (tbw != null && !(tbw > 0))
            throw new ParameterException(console.command(), "--tbw must be above 0, not " + tbw);
    }

    private Placement placement(Console console, String name, Trace trace) throws IOException {
        return switch (name) {
            case "none" -> Placement.none();
            case "linux4" -> Placement.linux(name, LifetimeMap.PRESET);
            case "f2fs3" -> Placement.f2fs(name, LifetimeMap.PRESET);
            case "seed9" -> Placement.seed();
            case "recommended" -> Placement.mapped(name, recommended(console, trace));
            default -> Placement.mapped(name, LifetimeMap.read(file(console, name)));
        };
    }

    /** Returns the recommendation for the same drive at its highest filling. */
    private LifetimeMap recommended(Console console, Trace trace) throws IOException {
        try {
            return Recommendation.of(trace, drive, Collections.max(fillings)).lifetimes().map();
        } catch (ImpossibleGeometryException e) {
            throw new ParameterException(console.command(), String.valueOf(e.getMessage()), e);
        }
    }

    private static Path file(Console console, String name) {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file))
            throw new ParameterException(
                    console.command(),
                    "'"
                            + name
                            + "' is neither none, linux4, f2fs3, seed9, recommended nor a file with the"
                            + " key 'lifetimes:'");
        return file;
    }
}
