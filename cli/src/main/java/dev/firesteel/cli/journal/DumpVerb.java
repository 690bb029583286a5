// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel journal dump}: lists the entries. */
@Command(
        name = "dump",
        description =
                "Lists every entry that a restart would replay, in order: its segment, its"
                        + " positions in it, its length and its first bytes. Changes nothing; no"
                        + " node may have the journal open.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal dump data/node1/journal | head",
            "  firesteel journal dump --json --all /dev/nvme1n1 > entries.jsonl"
        })
final class DumpVerb implements Callable<Integer>, ReplayHandler {
    @Parameters(paramLabel = "FILE|DEVICE", description = "The journal.")
    Path device = Path.of("");

    @Mixin KeyOption key = new KeyOption();

    @Option(names = "--json", description = "Print one JSON object a line.")
    boolean isJson;

    @Option(names = "--all", description = "Show all bytes of an entry, not its first 24 only.")
    boolean isWhole;

    @Spec @Nullable CommandSpec spec;

    private boolean isHeaded;
    private boolean isNoted;

    @Override
    public Integer call() throws IOException {
        ReplaySummary read = read();
        head();
        return read.damages() == 0 ? 0 : 1;
    }

    /** Prints the heading once the journal is open. */
    private void head() {
        if (!isJson && !isHeaded) Console.of(spec).say(EntryText.heading());
        isHeaded = true;
    }

    private ReplaySummary read() throws IOException {
        JournalKey read = key.read(Console.of(spec));
        try {
            return read == null
                    ? JournalReader.read(device, this)
                    : JournalReader.read(device, read, this);
        } catch (DeviceRefusedException e) {
            throw OpenJournal.named(device, e);
        }
    }

    @Override
    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
        head();
        boolean isEncrypted = segment.isEncrypted() && key.isMissing();
        if (isEncrypted && !isNoted)
            Console.of(spec)
                    .note("firesteel: entries are encrypted; give --key-of to decrypt them");
        isNoted |= isEncrypted;
        EntryText text = new EntryText(segment, start, end, entry, isWhole, isEncrypted);
        Console.of(spec).say(isJson ? Json.write(text.fields()) : text.line());
    }

    @Override
    public void damage(Damage damage) {
        head();
        Console.of(spec)
                .say(isJson ? Json.write(JournalText.fields(damage)) : JournalText.line(damage));
    }
}
