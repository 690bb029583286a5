// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.wear.RealDrive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel endurance measure}: the write amplification of a real drive. */
@Command(
        name = "measure",
        description =
                "Reads a drive's own counters of data written by the host and to flash, waits until"
                        + " the time is over or Ctrl-C, and reads them again: the write"
                        + " amplification of all that was written meanwhile. Needs root, and"
                        + " nvme-cli or smartmontools.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance measure /dev/nvme0n1                      until Ctrl-C",
            "  firesteel endurance measure /var/lib/cassandra --seconds 3600  the drive of a node"
        })
final class MeasureVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "DEVICE|DIR",
            description = "The drive: its block device, or a directory on it.")
    @Nullable Path path;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of the measurement (default: until Ctrl-C).")
    @Nullable Integer seconds;

    @Option(
            names = "--json",
            description =
                    "Print one JSON object: drive, source, seconds, hostBytes, mediaBytes,"
                            + " unitBytes, kernelBytes, writeAmplification.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        if (seconds != null && seconds < 1)
            throw new ParameterException(
                    console.command(), "--seconds must be at least 1, not " + seconds);
        WearMeasurement measurement =
                WearMeasurement.start(
                        RealDrive.of(Objects.requireNonNull(path)), console, System::nanoTime);
        try (ShutdownHook hook =
                new ShutdownHook("end-measurement", () -> endBySignal(measurement, console))) {
            measurement.await(seconds);
        }
        measurement.tell(isJson);
        return 0;
    }

    /** Prints the result after a signal, and exits: a signal is no failure. */
    private void endBySignal(WearMeasurement measurement, Console console) {
        int code = 0;
        try {
            measurement.tell(isJson);
        } catch (IOException e) {
            console.note("firesteel: " + e.getMessage());
            code = 1;
        }
        Runtime.getRuntime().halt(code); // owns exit
    }
}
