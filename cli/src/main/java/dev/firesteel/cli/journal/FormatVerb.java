// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.JournalMaker;
import dev.firesteel.cli.common.LocalJournal;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StorageOptions;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.lab.WrappedText;
import dev.firesteel.operations.doctor.Doctor;
import dev.firesteel.operations.home.PathRights;
import dev.firesteel.operations.install.JournalLayout;
import dev.firesteel.operations.install.JournalPlace;
import java.io.IOException;
import java.nio.file.Files;
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

/** {@code firesteel journal format}: creates a journal on a blank device, or as a new file. */
@Command(
        name = "format",
        description =
                "Writes an empty journal. A missing file is made. A device or file that holds"
                        + " anything but zeros is refused, and not changed.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel journal format --size 4GiB /flash/journal  a file of 4 GiB",
            "  firesteel journal format /dev/nvme1n1                all of a drive"
        })
final class FormatVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE|DEVICE",
            description = "The file or block device for the journal.")
    Path device = Path.of("");

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "0B",
            converter = Size.Converter.class,
            description =
                    "Size of the journal: required for a new file; a device is used whole by"
                            + " default.")
    Size size = new Size(0);

    @Option(
            names = "--segment-size",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description =
                    "Size of a segment, the unit in which space is used and freed (default: 32MiB;"
                            + " less where --size has no room for eight of them). A mutation has"
                            + " to fit into one.")
    @Nullable Size segmentSize;

    @Mixin StorageOptions storage = new StorageOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        if (segmentSize != null && segmentSize.bytes() > Integer.MAX_VALUE)
            throw new ParameterException(
                    console.command(), "--segment-size must be less than 2GiB, not " + segmentSize);
        JournalFormat format =
                JournalLayout.withSegments(
                        size.bytes(),
                        segmentSize == null
                                ? JournalLayout.segmentBytes(size.bytes())
                                : segmentSize.bytes());
        LocalJournal.requireFolder(device);
        new JournalPlace(device).require(storage.isInMemory());
        if (size.bytes() > 0 && !Files.exists(device))
            new LocalJournal(device.toAbsolutePath()).requireRoom(1, size, "--size", leastBytes());
        Optional<String> misalignment = Doctor.misalignment(device);
        if (misalignment.isPresent()) throw new IOException(misalignment.get());
        PathRights.run(device, () -> make(format, console));
        return 0;
    }

    private long leastBytes() throws IOException {
        return segmentSize == null
                ? JournalLayout.leastBytes(0)
                : JournalLayout.leastBytesOf(segmentSize.bytes());
    }

    private void make(JournalFormat format, Console console) throws IOException {
        JournalMaker.make(device, format, console);
        JournalInfo made = JournalReader.inspect(device);
        console.say(
                "%s is an empty journal now: %s in %d segments of %s"
                        .formatted(
                                device,
                                new Size(made.deviceBytes()),
                                made.slots(),
                                new Size(made.segmentBytes())));
        JournalLayout.doubtOnSegments(made.deviceBytes(), made.segmentBytes())
                .ifPresent(doubt -> console.note(WrappedText.of(doubt, 0)));
    }
}
