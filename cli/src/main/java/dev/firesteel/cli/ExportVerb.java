// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

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
                "Writes every entry that a restart would replay into segment files of a stock commit"
                        + " log, CommitLog-VERSION-ID.log, which a Cassandra without Firesteel"
                        + " replays; and says how to have it do so. Does not change the journal; no"
                        + " node may have it open.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:exported, or there was nothing to export",
            "1:something acknowledged is damaged, or it failed: there is no export",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal export data/node1/journal exported",
            "  firesteel journal export --despite-damage /dev/nvme1n1 /backup/exported",
            "  firesteel journal export --key-of /etc/cassandra/cassandra.yaml data/node1/journal clear"
        })
final class ExportVerb implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE|DEVICE", description = "The journal.")
    Path device = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description =
                    "Where the files go: a directory that holds no CommitLog-*.log, or that is to be"
                            + " made. They are as large as what the journal holds.")
    Path directory = Path.of("");

    @Mixin KeyOption key = new KeyOption();

    @Option(
            names = "--despite-damage",
            description = "Export what can be read, even if something acknowledged cannot.")
    boolean isDespiteDamage;

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        PathRights.requireOwn(directory.resolve("CommitLog"));
        JournalKey read = key.read();
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
            throw key.advise(e);
        }
    }
}
