// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.CalibrationSettings;
import dev.firesteel.lab.memory.Calibrator;
import dev.firesteel.lab.memory.Keys;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MemtableAllocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel memory calibrate}: measures what memory is worth. */
@Command(
        name = "calibrate",
        description =
                "Measures on this machine how long reads and writes take with memory divided in"
                        + " several ways: each on a node of its own, which has the same rows and may use so"
                        + " much memory and no more. Goes on with RESULTS if it is there. Ctrl-C ends it;"
                        + " what was measured stays. docs/memory.md tells what is measured and how.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory calibrate",
            "  firesteel memory calibrate b.jsonl --workload 95/5 --budget 2GiB --data 5GiB"
        })
final class CalibrateVerb implements Callable<Integer> {
    private static final Size JOURNAL = Size.parse("1GiB");
    private static final int SECONDS_PER_MINUTE = 60;

    /** What a node is up after. */
    private static final int START_SECONDS = 20;

    @Parameters(
            arity = "0..1",
            paramLabel = "RESULTS",
            defaultValue = "memory.jsonl",
            description = "Where measurements go (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("");

    @Option(
            names = "--budget",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            converter = Size.Converter.class,
            description =
                    "All the memory that a node may use, the page cache included (default:"
                            + " ${DEFAULT-VALUE}).")
    Size budget = new Size(0);

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "a",
            description =
                    "What clients do (default: ${DEFAULT-VALUE}): a to f (YCSB's), update, or reads"
                            + " and updates in percent such as 5/95.")
    String workload = "";

    @Option(
            names = "--keys",
            paramLabel = "NAME",
            defaultValue = "zipfian",
            description =
                    "How they choose keys (default: ${DEFAULT-VALUE}): zipfian, as YCSB does it, or"
                            + " uniform.")
    String keys = "";

    @Option(
            names = "--data",
            paramLabel = "SIZE",
            defaultValue = "6GiB",
            converter = Size.Converter.class,
            description =
                    "How much there is to read, in rows before compression (default:"
                            + " ${DEFAULT-VALUE}).")
    Size data = new Size(0);

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "32",
            description = "How many clients are at work at once (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--levels",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "How many sizes of memtables to choose from, evenly spaced by ratio (default:"
                            + " ${DEFAULT-VALUE}).")
    int levels;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "12",
            description =
                    "How many measurements to make: each level once, then wherever the models are"
                            + " least certain (default: ${DEFAULT-VALUE}).")
    int runs;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description =
                    "How long caches are filled before each measurement (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "120",
            description = "How long one measurement takes (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "firesteel",
            description =
                    "What becomes of a write before it is acknowledged (default: ${DEFAULT-VALUE}):"
                            + " also periodic, batch, batch-direct, group.")
    String mode = "";

    @Option(
            names = "--memtables",
            paramLabel = "TYPE",
            defaultValue = "heap_buffers",
            description =
                    "Where they lie (default: ${DEFAULT-VALUE}): also offheap_buffers,"
                            + " offheap_objects, half of them on the heap then.")
    String memtables = "";

    @Option(
            names = "--chunk-cache",
            paramLabel = "PART",
            defaultValue = "0",
            description =
                    "The part of the memory for caches that is Cassandra's chunk cache, 0 to below 1"
                            + " (default: ${DEFAULT-VALUE}, the page cache has all of it).")
    double chunkCache;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            defaultValue = "data/calibration",
            description =
                    "Where nodes and their rows are while it runs: on the drive that is meant"
                            + " (default: ${DEFAULT-VALUE}).")
    Path directory = Path.of("");

    @Option(
            names = "--keep-data",
            description = "Keep the rows there, for another calibration with as many of them.")
    boolean keepsData;

    @Option(
            names = "--address",
            paramLabel = "127.x.y.z",
            defaultValue = "127.0.0.1",
            description = "Where the nodes listen (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        CalibrationSettings settings = settings(console);
        int longest = settings.warmUpSeconds() + settings.seconds() + START_SECONDS;
        console.note(
                "%d measurements, at least %d minutes after the rows are loaded; each goes to %s"
                        .formatted(
                                settings.runs(),
                                settings.runs() * longest / SECONDS_PER_MINUTE,
                                results));
        StepProgress steps = new StepProgress(settings.runs(), 1, console, System::nanoTime);
        Calibrator calibrator =
                new Calibrator(
                        settings,
                        machine(),
                        new BenchJournal(null, JOURNAL)::make,
                        new CalibrationProgress(steps, console),
                        System::nanoTime);
        new BenchRun(results, console)
                .run(calibrator, steps, () -> tell(calibrator.measured(), settings, console));
        return 0;
    }

    private static String machine() {
        Machine here = Machine.here();
        return "%d processors, %s, Java %s"
                .formatted(here.processors(), here.kernel(), here.java());
    }

    private void tell(
            @Nullable Calibration measured, CalibrationSettings settings, Console console) {
        if (measured == null) return;
        int done = measured.runs().size();
        console.say("%d of %d measurements are in %s".formatted(done, settings.runs(), results));
        if (done < settings.runs()) console.say("The same command goes on with them.");
        else console.say("What they recommend: firesteel memory recommend " + results);
    }

    private CalibrationSettings settings(Console console) {
        return console.checked(
                () ->
                        new CalibrationSettings(
                                directory,
                                results,
                                new Build().agent(),
                                Mode.of(mode),
                                address,
                                layout(),
                                new Workload(workload),
                                Keys.of(keys),
                                data.bytes() / row.size().storedBytes(),
                                row.size(),
                                clients,
                                levels,
                                runs,
                                warmUp,
                                seconds,
                                keepsData));
    }

    /** What a node takes beside memtables and caches, as docs/memory.md has it. */
    private Layout layout() {
        MemtableAllocation allocation = MemtableAllocation.of(memtables);
        return new Layout(
                budget.bytes(),
                allocation,
                allocation.isOffHeap() ? 0.5 : 0,
                chunkCache,
                50 * Budget.MIB,
                0,
                512 * Budget.MIB,
                2 * Budget.MIB,
                300 * Budget.MIB,
                0);
    }
}
