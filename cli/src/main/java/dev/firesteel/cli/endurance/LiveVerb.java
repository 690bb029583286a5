// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.MakesFiles;
import dev.firesteel.cli.drive.DriveBay;
import dev.firesteel.cli.drive.LiveText;
import dev.firesteel.cli.drive.SimulatedDrive;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.drive.LiveReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel endurance live}: a simulated drive for any program of this machine. */
@Command(
        name = "live",
        description =
                "Mounts a simulated drive until Ctrl-C, and prints what it does: requests, their"
                        + " latencies in its own time, and write amplification. Any program can"
                        + " use it: a node, or the benchmarks of this command line. Needs root.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance live disk10k,drives=2,size=16GiB --data disk  two disks, RAID 0",
            "  firesteel endurance live tlc,size=4GiB,dilation=10 --data flash   ten times slower",
            "  firesteel endurance live qlc,dilation=4,streams=linux4 --data d   lifetimes"
        })
final class LiveVerb implements Callable<Integer>, MakesFiles {
    private static final String NAME = "drive";
    private static final int LINES_PER_HEADER = 20;
    private static final double NANOS = 1e9;

    @Parameters(
            paramLabel = "MODEL",
            converter = SimulatedDrive.Converter.class,
            description =
                    "The drive: disk7k or disk10k, or with a dilation slc, mlc, tlc or qlc, as in"
                            + " tlc,size=8GiB,dilation=10.")
    @Nullable SimulatedDrive drive;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description =
                    "Directory for the content of the drive, DIR/drive.img, or with streams="
                            + " DIR/drive.files, which stays for the next time. The drive is"
                            + " mounted at DIR/drive.")
    Path data = Path.of("");

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time between two lines (default: ${DEFAULT-VALUE}).")
    int every = 10;

    @Option(
            names = "--json",
            description =
                    "Print each line, and one at the end, as a JSON object with all figures since"
                            + " the start: reads, writes, flushes, dilation, late, hostPages,"
                            + " movedPages, and with streams= streamPages, unreadHints.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    /**
     * A line of {@code --json}.
     *
     * @param seconds since the start, in the time of this machine
     */
    private record Line(double seconds, @JsonUnwrapped LiveReport.Live live) {}

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        if (every < 1)
            throw new ParameterException(
                    console.command(), "--every must be at least 1, not " + every);
        SimulatedDrive model = Objects.requireNonNull(drive);
        long start = System.nanoTime(); // owns clock
        DriveBay bay =
                DriveBay.open(
                        data,
                        List.of(NAME),
                        model,
                        console,
                        () -> {},
                        last -> tell(last, secondsSince(start), console));
        try (ShutdownHook hook = new ShutdownHook("turn-off", () -> turnOff(bay))) {
            bay.handOver();
            try {
                bay.start();
                console.note("Drive: " + bay.describe());
                console.note(
                        "Mounted at %s. End its users first; then Ctrl-C turns it off."
                                .formatted(data.toRealPath().resolve(NAME)));
                watch(bay, start, model.model().dilation(), console);
            } finally {
                bay.close(); // a signal meanwhile waits for it
            }
        }
        return 0;
    }

    /** Turns the drive off after a signal, which is no failure. */
    private static void turnOff(DriveBay bay) {
        synchronized (bay) { // so that no report is asked for once it is closed
            bay.close();
            Runtime.getRuntime().halt(bay.hasFailed() ? 1 : 0); // owns exit
        }
    }

    private void tell(LiveReport last, double seconds, Console console) {
        if (isJson) console.say(JsonLine.of(new Line(seconds, last.drives().get(0))));
        else LiveText.lines(last).forEach(console::say);
    }

    private void watch(DriveBay bay, long start, double dilation, Console console)
            throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        LiveReport.Live last = bay.report().drives().get(0);
        double before = secondsSince(start);
        for (int line = 0; !never.await(every, TimeUnit.SECONDS); line++) {
            LiveReport.Live now = bay.report().drives().get(0);
            double seconds = secondsSince(start);
            if (isJson) console.say(JsonLine.of(new Line(seconds, now)));
            else {
                if (line % LINES_PER_HEADER == 0) console.say(LiveText.header());
                console.say(LiveText.interval(last, now, seconds, (seconds - before) / dilation));
            }
            last = now;
            before = seconds;
        }
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / NANOS; // owns clock
    }
}
