// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LocalJournal;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StorageOptions;
import dev.firesteel.operations.install.Plan;
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

/** {@code firesteel install}: adds the agent and its journal to an installed Cassandra. */
@Command(
        name = "install",
        description =
                "Installs Firesteel in a Cassandra 5.0 whose node is down: makes the journal and"
                        + " firesteel.yaml, copies the agent's jar, and adds a line to"
                        + " jvm-server.options. Shows the changes, and makes them"
                        + " with --yes only. Existing files and settings stay as they are.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:installed; without --yes: installation is possible",
            "1:not possible; the message gives the reason, and the next start is as before",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel install /opt/cassandra --journal /flash/journal            what changes",
            "  firesteel install /opt/cassandra --journal /flash/journal --yes      changes it",
            "  firesteel install /usr/share/cassandra --journal /dev/disk/by-id/nvme-X  a package"
        })
public final class InstallVerb implements Callable<Integer> {
    @Parameters(paramLabel = "CASSANDRA_HOME", description = HomeOptions.HOME)
    Path home = Path.of("");

    @Mixin HomeOptions cassandra = new HomeOptions();

    @Option(
            names = "--journal",
            paramLabel = "FILE|DEVICE",
            required = true,
            description =
                    "The journal: a file that does not exist yet, a blank device, or a journal"
                            + " that is new or this node's.")
    Path journal = Path.of("");

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            converter = Size.Converter.class,
            description =
                    "Size of a new journal file (default: ${DEFAULT-VALUE}); a device is used"
                            + " whole.")
    Size journalSize = new Size(0);

    @Mixin StorageOptions storage = new StorageOptions();

    @Option(names = "--yes", description = "Make the changes.")
    boolean isDone;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        if (console.command().getParseResult().hasMatchedOption("--journal-size")) {
            LocalJournal.requireSize(journal, journalSize);
            LocalJournal.noteOnDevice(journal).ifPresent(console::note);
        }
        Plan plan =
                cassandra
                        .installation(home, console)
                        .plan(
                                new Build().agent(),
                                journal,
                                journalSize.bytes(),
                                storage.isInMemory());
        if (!plan.isEmpty())
            return PlanText.show(plan, isDone, "installed", "Formatting " + journal, console);
        console.say("nothing to change: Firesteel is installed");
        return 0;
    }
}
