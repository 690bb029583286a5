// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.export.ExportSummary;
import dev.firesteel.export.JournalExport;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.operations.home.PathRights;
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

/** {@code firesteel journal export}: writes the journal as a stock commit log. */
@Command(
        name = "export",
        description =
                "Writes every entry that a restart would replay into segment files of a stock"
                        + " commit log, CommitLog-VERSION-ID.log. A Cassandra without Firesteel"
                        + " can replay them; the steps are printed. Does not change the journal;"
                        + " no node may have it open.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:exported, or there was nothing to export",
            "1:no export: acknowledged writes are damaged, or it failed",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal export data/node1/journal exported",
            "  firesteel journal export --despite-damage /dev/nvme1n1 /backup/exported",
            "  firesteel journal export --key-of /etc/cassandra/cassandra.yaml \\",
            "      data/node1/journal clear"
        })
final class ExportVerb implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE|DEVICE", description = "The journal.")
    Path device = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description =
                    "Directory for the files. It must not exist, or hold no CommitLog-*.log. The"
                            + " files are as large as the content of the journal.")
    Path directory = Path.of("");

    @Mixin KeyOption key = new KeyOption();

    @Option(
            names = "--despite-damage",
            description = "Export the readable entries, even if acknowledged writes are damaged.")
    boolean isDespiteDamage;

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        PathRights.requireOwn(directory.resolve("CommitLog"));
        JournalKey read = key.read(console);
        ExportText text = new ExportText(export(read), directory);
        if (isJson) console.say(Json.write(text.fields()));
        else text.lines().forEach(console::say);
        if (text.summary().isWritten()) {
            if (read != null && !text.summary().files().isEmpty())
                console.note("firesteel: the files are not encrypted");
            return 0;
        }
        console.note(
                "firesteel: nothing was exported: acknowledged writes are damaged."
                        + " --despite-damage exports what can be read");
        return 1;
    }

    private ExportSummary export(@Nullable JournalKey read) throws IOException {
        try {
            return new JournalExport(device, read, directory, isDespiteDamage).write();
        } catch (DeviceRefusedException e) {
            if (e.reason() == DeviceRefusedException.Reason.BUSY)
                throw OpenJournal.named(device, e);
            throw key.advise(e);
        }
    }
}
