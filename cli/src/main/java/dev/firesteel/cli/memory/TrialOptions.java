// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.Machine;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.Keys;
import dev.firesteel.lab.memory.TrialSettings;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of trials of memory splits. */
final class TrialOptions {
    @Option(
            names = "--keys",
            paramLabel = "NAME",
            defaultValue = "zipfian",
            description =
                    "Distribution of the requested keys (default: ${DEFAULT-VALUE}): zipfian, as"
                            + " in YCSB, true-zipfian, by Zipf's law, or uniform.")
    String keys = "";

    @Option(
            names = "--data",
            paramLabel = "SIZE",
            defaultValue = "6GiB",
            converter = Size.Converter.class,
            description = "Size of the rows before compression (default: ${DEFAULT-VALUE}).")
    Size data = new Size(0);

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "32",
            description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description =
                    "Warm-up before each measurement, in which caches fill and hot code is"
                            + " compiled (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "120",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--iops",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Limit of the node's reads a second from its drive, and of its writes, to"
                            + " simulate a slower drive (default: ${DEFAULT-VALUE}, no limit).")
    int iops;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "firesteel",
            description =
                    "Commit log mode (default: ${DEFAULT-VALUE}): also periodic, batch,"
                            + " batch-direct, group.")
    String mode = "";

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            defaultValue = "data/calibration",
            description =
                    "Directory for nodes and their rows during the run, on the drive to measure"
                            + " (default: ${DEFAULT-VALUE}).")
    Path directory = Path.of("");

    @Option(
            names = "--keep-data",
            description = "Keep the rows there, for another calibration with as many rows.")
    boolean keepsData;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Loopback address of the nodes (default: ${DEFAULT-VALUE}).")
    String address = "";

    /**
     * Returns the settings.
     *
     * @param workload the clients' operations
     * @throws IllegalArgumentException if they are invalid
     */
    TrialSettings settings(Workload workload) {
        return new TrialSettings(
                directory,
                new Build().agent(),
                Mode.of(mode),
                address,
                workload,
                Keys.of(keys),
                data.bytes() / row.size().storedBytes(),
                row.size(),
                clients,
                warmUp,
                seconds,
                iops,
                keepsData);
    }

    /** Describes this machine. */
    static String machine() {
        Machine here = Machine.here();
        return "%d processors, %s, Java %s"
                .formatted(here.processors(), here.kernel(), here.java());
    }
}
