// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.ClientOptions;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.TableClients;
import dev.firesteel.lab.ycsb.CoreMix;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel lab load}: loads YCSB's rows into a running node. */
@Command(
        name = "load",
        description =
                "Inserts the rows of YCSB's core workload into ycsb.usertable of a running node:"
                        + " by default ten fields of 100 bytes each. Creates the table if it is"
                        + " missing. Ctrl-C ends the load, and prints the result so far.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab load --rows 1000000 --threads 64",
            "  firesteel lab load --rows 1000 --address 127.0.0.2 --json"
        })
final class LoadVerb implements Callable<Integer> {
    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of rows (default: ${DEFAULT-VALUE}).")
    int rows = 1_000_000;

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description = "Replicas of a row, for a new table (default: ${DEFAULT-VALUE}).")
    int replicas = 1;

    @Mixin YcsbFile file = new YcsbFile();

    @Mixin PartOption parts = new PartOption();

    @Mixin ClientOptions clients = new ClientOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        ClientOptions.requirePositive(console, "--rows", rows);
        ClientOptions.requirePositive(console, "--replicas", replicas);
        Properties properties =
                file.over(row.size(console).addTo(CoreMix.A.properties(rows, 0)), console);
        Optional<Part> part = parts.part(console);
        long rowsOfAll = YcsbFile.number(properties, "recordcount");
        part.ifPresent(
                one -> {
                    properties.setProperty("insertstart", Long.toString(one.first(rowsOfAll)));
                    properties.setProperty("insertcount", Long.toString(one.count(rowsOfAll)));
                });
        long wanted = part.map(one -> one.count(rowsOfAll)).orElse(rowsOfAll);
        Map<String, String> settings = YcsbFile.settings(properties);
        part.ifPresent(one -> settings.put("part", one.toString()));
        TableClients node = clients.on(console);
        try (SignalledEnd end = new SignalledEnd()) {
            YcsbResult result =
                    node.run(
                            settings,
                            table -> load(table, properties, end, console),
                            LoadVerb::text);
            if (result.operations() < wanted && !end.isSignalled())
                throw new IOException(
                        "%d of %d rows were not loaded: %s"
                                .formatted(
                                        wanted - result.operations(), wanted, result.firstError()));
            return 0;
        }
    }

    private YcsbResult load(
            UserTable table, Properties properties, SignalledEnd end, Console console)
            throws InterruptedException {
        YcsbRun run =
                console.checked(
                        () -> new YcsbRun(table, properties, clients.threads(), System::nanoTime));
        if (properties.containsKey("insertcount")) run.keepingHistograms();
        table.create(replicas, true, Integer.parseInt(properties.getProperty("fieldcount")));
        if (console.command().getParseResult().hasMatchedOption("--replicas"))
            noteReplicas(table.replication(), console);
        end.stops(run::stop);
        try (RowProgress progress = new RowProgress("Loading", console)) {
            return run.load(YcsbRun.NO_LIMIT, progress);
        }
    }

    /** Tells if the keyspace existed with another replication: it is not altered. */
    private void noteReplicas(Map<String, String> replication, Console console) {
        String factor = replication.get("replication_factor");
        if (!String.valueOf(replicas).equals(factor))
            console.note(
                    "firesteel: the keyspace %s exists, and keeps its replication: %s"
                            .formatted(UserTable.KEYSPACE, replication));
    }

    private static String text(YcsbResult result) {
        return String.format(
                Locale.ROOT,
                "%d rows in %.1f s: %.0f a second, p50 %.0f us, p99 %.0f us",
                result.operations(),
                result.seconds(),
                result.operationsPerSecond(),
                result.p50Micros(),
                result.p99Micros());
    }
}
