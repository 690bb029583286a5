// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel journal verify}: reads everything that a restart would read. */
@Command(
        name = "verify",
        description =
                "Reads every record that a restart would read, and reports damage. Changes"
                        + " nothing; no node may have the journal open.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no acknowledged write is damaged",
            "1:damage, or the journal could not be read",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal verify data/node1/journal",
            "  firesteel journal verify --json /dev/nvme1n1"
        })
final class VerifyVerb implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|DEVICE", description = "The journal.")
    Path device = Path.of("");

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        Findings findings = new Findings();
        ReplaySummary summary = read(findings);
        if (isJson) console.say(Json.write(JournalText.fields(summary, findings.damages)));
        else JournalText.lines(summary, findings.damages).forEach(console::say);
        return findings.damages.isEmpty() ? 0 : 1;
    }

    private ReplaySummary read(Findings findings) throws IOException {
        try {
            return JournalReader.read(device, findings);
        } catch (DeviceRefusedException e) {
            throw OpenJournal.named(device, e);
        }
    }

    private static final class Findings implements ReplayHandler {
        final List<Damage> damages = new ArrayList<>();

        @Override
        public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {}

        @Override
        public void damage(Damage damage) {
            damages.add(damage);
        }
    }
}
