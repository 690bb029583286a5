// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.ProfileOption;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.bench.ServerSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of nodes and results, shared by every verb of {@code bench}. */
final class BenchOptions {
    private static final Size SMALLEST_JOURNAL = Size.parse("1GiB");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Number of rounds; each measures everything once (default: ${DEFAULT-VALUE})."
                            + " With fewer than 3, no difference is reported.")
    int rounds = 3;

    @Option(
            names = "--device",
            paramLabel = "FILE|DEVICE",
            description =
                    "The journal, instead of a new file in DIR. It is formatted anew for each"
                            + " measurement. It must be blank, a journal with no segment in use,"
                            + " or a journal of one of these measurements.")
    @Nullable Path device;

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description =
                    "Size of a journal file (default: 1GiB; for bench commitlog, at least twice"
                            + " --in-memory). A block device is used whole.")
    @Nullable Size journalSize;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/bench",
            description =
                    "Directory for the nodes and the file of results, on the drive to measure"
                            + " (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("data", "bench");

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Loopback address of the nodes (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Mixin ProfileOption profile = new ProfileOption();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A key of cassandra.yaml for every mode, such as concurrent_writes=64."
                            + " Repeatable.")
    Map<String, String> yaml = new LinkedHashMap<>();

    /** Returns the nodes' settings. */
    ServerSettings server(Size heap, @Nullable Size inMemory) {
        return new ServerSettings(
                address,
                heap.bytes(),
                inMemory == null ? 0 : inMemory.bytes(),
                profile.profile().title(),
                yaml);
    }

    /**
     * Returns the nodes' journals.
     *
     * @param inMemory the memtable space of nodes that must not flush while measured
     */
    BenchJournal journal(@Nullable Size inMemory) {
        if (journalSize != null) return new BenchJournal(device, journalSize);
        long bytes = inMemory == null ? 0 : 2 * inMemory.bytes();
        return new BenchJournal(device, new Size(Math.max(SMALLEST_JOURNAL.bytes(), bytes)));
    }
}
