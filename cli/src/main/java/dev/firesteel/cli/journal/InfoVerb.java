// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.operations.install.ObservedJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel journal info}: prints a journal's metadata. */
@Command(
        name = "info",
        description =
                "Shows a journal's owner, size, and segments in use, and whether it is clean or"
                        + " open. Changes nothing; a node may have it open.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal info data/node1/journal",
            "  firesteel journal info --json /dev/nvme1n1"
        })
final class InfoVerb implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|DEVICE", description = "The journal.")
    Path device = Path.of("");

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        JournalInfo info = JournalReader.inspect(device);
        OptionalLong process = ObservedJournal.at(device).process();
        if (isJson) console.say(Json.write(JournalText.fields(info, process)));
        else JournalText.lines(info, process).forEach(console::say);
        return 0;
    }
}
