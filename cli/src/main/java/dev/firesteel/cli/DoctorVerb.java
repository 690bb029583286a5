// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.operations.doctor.Doctor;
import dev.firesteel.operations.doctor.Level;
import dev.firesteel.operations.doctor.Report;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel doctor}: checks the guarantees of a drive and its kernel. */
@Command(
        name = "doctor",
        description =
                "Tells what the drive and the kernel promise to a journal in a place, and what to do"
                        + " about it. For about 2 s it writes to a file of 1 MiB that is made there"
                        + " and removed again, or to a block device that is blank; everything else"
                        + " is only read.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is a problem; there may be notes",
            "1:something is a problem",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel doctor                            this directory",
            "  sudo -u cassandra ./firesteel doctor /flash  as the user that runs Cassandra",
            "  firesteel doctor --json /dev/nvme1n1        a drive, for a script"
        })
final class DoctorVerb implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "PATH",
            description = "A directory, a file or a block device (default: the current directory).")
    Path path = Path.of(".");

    @Option(
            names = "--write",
            description =
                    "Measure a block device that is not blank, too. Its first 1 MiB is read, and"
                            + " written back as it is; nothing else may write to it meanwhile.")
    boolean isWrite;

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Console console = Console.of(spec);
        Report report = new Doctor(System::nanoTime).examine(path, isWrite);
        if (isJson) console.say(Json.write(DoctorText.fields(report)));
        else DoctorText.lines(report).forEach(console::say);
        return report.count(Level.PROBLEM) == 0 ? 0 : 1;
    }
}
