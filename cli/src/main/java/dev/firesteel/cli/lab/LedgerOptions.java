// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.LedgerLoad;
import dev.firesteel.lab.crash.LedgerShape;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of campaigns: their node, and the load recorded in the ledger. */
final class LedgerOptions {
    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Maximum number of rows (default: ${DEFAULT-VALUE}).")
    private int keys = 50_000;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "Number of concurrent writers (default: ${DEFAULT-VALUE}).")
    private int threads = 64;

    @Option(
            names = "--readers",
            paramLabel = "N",
            defaultValue = "16",
            description =
                    "Number of concurrent readers, which record the values they read; 0 for none"
                            + " (default: ${DEFAULT-VALUE}).")
    private int readers = 16;

    @Option(
            names = "--conditional",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Number of concurrent clients that also read and change 20 registers (rows with"
                            + " one number) by lightweight transactions, 0 to 100. The history of"
                            + " each must be linearizable (default: ${DEFAULT-VALUE}).")
    private int conditional;

    @Option(
            names = "--mixed",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Number of concurrent clients that also change 100 partitions in every way, 0"
                            + " to 100: single cells, maps, static columns, a time to live,"
                            + " deletions of cells, rows, ranges and partitions, logged batches,"
                            + " counters (default: ${DEFAULT-VALUE}).")
    private int mixed;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description = "The heap of the node (default: ${DEFAULT-VALUE}).")
    private Size heap = new Size(0);

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Loopback address of the node (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(
            names = "--encrypted",
            description = "Encrypt the node's journal, with a key that is made below --data.")
    boolean isEncrypted;

    @Option(
            names = "--records-in-flight",
            paramLabel = "N",
            description =
                    "Maximum number of concurrent record writes of the journal (default: the"
                            + " agent's default).")
    private @Nullable Integer recordsInFlight;

    @Option(names = "--json", description = "Print the summary as one JSON object.")
    boolean isJson;

    /**
     * Returns the rows and the clients.
     *
     * @param replicas the number of nodes
     * @throws IllegalArgumentException if a number is out of range
     */
    LedgerLoad load(int replicas) {
        return new LedgerLoad(
                LedgerShape.ofKeys(keys), threads, readers, conditional, mixed, replicas);
    }

    /**
     * Returns the target: a node with a journal.
     *
     * @param directory holds all files of the campaign
     */
    FiresteelTarget target(Path journal, Path directory) {
        FiresteelTarget target = new FiresteelTarget(new Build().agent(), journal);
        if (recordsInFlight != null) target = target.withRecordsInFlight(recordsInFlight);
        return isEncrypted ? target.encrypted(directory.resolve("keys")) : target;
    }

    /** Refuses the journal's options for a stock node. */
    void requireNoneOfAJournal(Console console) {
        if (isEncrypted) throw noJournal("--encrypted", console);
        if (recordsInFlight != null)
            throw noJournal("--records-in-flight " + recordsInFlight, console);
    }

    /** Returns the exception for a journal's option given for a stock node. */
    static ParameterException noJournal(String option, Console console) {
        return new ParameterException(
                console.command(), option + ": a stock node has no journal; leave it out");
    }

    /** Returns the heap in the JVM's units. */
    String heap() {
        return Long.toString(heap.bytes());
    }

    /** Returns the longest load in milliseconds, the campaign's unit. */
    static int loadMillis(int seconds) {
        if (seconds < 1)
            throw new IllegalArgumentException(
                    "--longest-load must be at least 1 second, not " + seconds);
        return Math.multiplyExact(seconds, 1_000);
    }
}
