// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.operations.install.InstallationStatus;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel status}: reports the state of Firesteel in an installed Cassandra. */
@Command(
        name = "status",
        description =
                "Shows whether Firesteel is installed in a Cassandra, its version, the path and"
                        + " state of its journal, and whether the node runs. Changes nothing; the"
                        + " node may run. Also of the nodes that 'run' has made, in its directory.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:installed; the node has the journal, or everything in it is in SSTables",
            "1:the state cannot be found out, such as of a journal that this user may not read; the"
                    + " message or the line journal gives the reason",
            "2:the command line was wrong",
            "3:not installed, or partly installed",
            "4:installed; the node is down, and the journal holds writes that are in no SSTable, or"
                    + " segments wait for the archive",
            "5:installed; the journal is missing, damaged, blank, of another version, or in memory"
                    + " without journal_in_memory: true"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel status /opt/cassandra",
            "  firesteel status data",
            "  firesteel status /usr/share/cassandra --json"
        })
public final class StatusVerb implements Callable<Integer> {
    @Mixin HomeOptions cassandra = new HomeOptions();

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        Optional<RunDirectory> made = cassandra.runDirectory();
        if (made.isPresent()) return tell(made.get(), console);
        InstallationStatus status = cassandra.installation(console).status();
        if (isJson) console.say(Json.write(StatusText.fields(status)));
        else StatusText.lines(status).forEach(console::say);
        return StatusText.exitCode(status);
    }

    private int tell(RunDirectory made, Console console) throws IOException {
        if (isJson) console.say(Json.write(made.fields()));
        else made.lines().forEach(console::say);
        return made.exitCode();
    }
}
