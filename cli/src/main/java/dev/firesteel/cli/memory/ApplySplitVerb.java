// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.operating.HomeOptions;
import dev.firesteel.lab.memory.MachineMemory;
import dev.firesteel.memory.RecommendedSplit;
import dev.firesteel.operations.home.CassandraHome;
import dev.firesteel.operations.home.CassandraHome.Change;
import dev.firesteel.operations.home.MemorySettings;
import dev.firesteel.operations.home.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel memory apply}: writes a recommended split to Cassandra's configuration. */
@Command(
        name = "apply",
        description =
                "Writes the memory split that 'memory recommend' recommends into the configuration"
                        + " of a Cassandra: conf/cassandra.yaml and conf/jvm-server.options."
                        + " Shows the changes, and writes them with --yes only. Keeps a backup of"
                        + " the files.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory apply results.jsonl --print",
            "  firesteel memory apply results.jsonl --cassandra /opt/cassandra        what changes",
            "  firesteel memory apply results.jsonl --cassandra /opt/cassandra --yes  changes it",
            "  firesteel memory apply --cassandra /opt/cassandra --revert --yes       takes it back"
        })
final class ApplySplitVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "RESULTS",
            arity = "0..1",
            description = "The measurements, as for 'memory recommend'; not with --revert.")
    @Nullable Path results;

    @Option(
            names = "--cassandra",
            paramLabel = "HOME",
            description = "The directory that holds bin, conf and lib.")
    @Nullable Path home;

    @Option(names = "--print", description = "Only print the settings, in Cassandra's names.")
    boolean isPrinted;

    @Option(
            names = "--revert",
            description = "Restore the files to their state before the first change.")
    boolean isReverted;

    @Option(names = "--yes", description = "Write the changes.")
    boolean isWritten;

    @Mixin SplitOptions options = new SplitOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        requireSensible(console);
        try {
            if (home == null) print(console, settings(console));
            else if (isReverted) revert(console, CassandraHome.at(home));
            else apply(console, CassandraHome.at(home), settings(console));
        } catch (SettingsException e) {
            throw SplitOptions.refused(console, e.getMessage());
        }
        return 0;
    }

    private void requireSensible(Console console) {
        if (isPrinted == (home != null))
            throw SplitOptions.refused(console, "give one of --print and --cassandra HOME");
        if (isPrinted && (isReverted || isWritten))
            throw SplitOptions.refused(
                    console, "--print changes nothing: leave --revert and --yes");
        if (isReverted == (results != null))
            throw SplitOptions.refused(
                    console,
                    isReverted
                            ? "--revert needs no RESULTS: leave it out"
                            : "RESULTS is missing: give a file of measurements");
    }

    private MemorySettings settings(Console console) throws IOException {
        Path file = results == null ? Path.of("") : results;
        RecommendedSplit split = options.split(file, console);
        new SplitReasons(split).cautions(MachineMemory.bytes()).forEach(console::note);
        return MemorySettings.of(split.recommended().budget());
    }

    private static void print(Console console, MemorySettings settings) {
        console.say("# conf/cassandra.yaml");
        settings.yaml().forEach((key, value) -> console.say(key + ": " + value));
        console.say("# conf/jvm-server.options");
        settings.lines().forEach(console::say);
    }

    private void apply(Console console, CassandraHome cassandra, MemorySettings settings)
            throws IOException, SettingsException {
        cassandra.notes().forEach(each -> console.note("firesteel: " + each));
        Path conf = cassandra.conf().toAbsolutePath().normalize();
        HomeOptions.unread(System.getenv(), conf).forEach(console::note); // owns settings
        List<Change> changes = cassandra.changes(settings);
        if (!show(console, changes))
            console.say("nothing to change: the files have these settings already");
        else if (isWritten)
            console.say(
                    ("written; the files as they were are in %s. The settings take effect at the"
                                    + " node's next start")
                            .formatted(cassandra.write(changes)));
        else console.say("nothing is written yet: give --yes to write it");
    }

    private void revert(Console console, CassandraHome cassandra)
            throws IOException, SettingsException {
        List<Change> reversal = cassandra.reversal();
        show(console, reversal);
        if (isWritten) {
            cassandra.revert(reversal);
            console.say("the files are restored");
        } else console.say("nothing is written yet: give --yes to restore the files");
    }

    private static boolean show(Console console, List<Change> changes) {
        changes.forEach(each -> each.diff().forEach(console::say));
        return changes.stream().anyMatch(Change::isOne);
    }
}
