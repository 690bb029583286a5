// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.operations.install.InstallationStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel status}: reports the state of Firesteel in an installed Cassandra. */
@Command(
        name = "status",
        description =
                "Shows whether Firesteel is installed in a Cassandra, its version, the path and"
                        + " state of its journal, and whether the node runs. Changes nothing; the"
                        + " node may run. Also of the nodes that 'run' has made.",
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
            "  firesteel status                 the nodes of 'run' in ./data",
            "  firesteel status /opt/cassandra",
            "  firesteel status /usr/share/cassandra --json"
        })
public final class StatusVerb implements Callable<Integer> {
    private static final Path MADE_BY_RUN = Path.of("data");

    @Parameters(
            arity = "0..1",
            paramLabel = "CASSANDRA_HOME",
            description = HomeOptions.HOME + " Or the directory of 'run' (default: data).")
    @Nullable Path given;

    @Mixin HomeOptions cassandra = new HomeOptions();

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        Path home = given == null ? MADE_BY_RUN : given;
        Optional<RunDirectory> made =
                cassandra.conf == null ? RunDirectory.at(home) : Optional.empty();
        if (made.isPresent()) return tell(made.get(), console);
        if (given == null)
            throw new ParameterException(
                    console.command(),
                    "'run' has made no node in ./%s; give CASSANDRA_HOME".formatted(home));
        InstallationStatus status = cassandra.installation(home, console).status();
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
