// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.node.NodeJava;
import dev.firesteel.operations.doctor.Doctor;
import dev.firesteel.operations.doctor.Finding;
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
                "Checks whether the drive and the kernel below a path keep a journal durable, and"
                        + " proposes a remedy for each finding. For about 2 s it writes to a file"
                        + " of 1 MiB that it makes there and removes again, or to a blank block"
                        + " device. Everything else is only read. The line java is about the"
                        + " JVM that runs this command.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no problem; there may be notes",
            "1:at least one problem",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel doctor                             this directory",
            "  sudo -u cassandra ./firesteel doctor /flash  as the user that runs Cassandra",
            "  firesteel doctor --json /dev/nvme1n1         a drive, for a script"
        })
public final class DoctorVerb implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "PATH",
            description = "A directory, a file or a block device (default: the current directory).")
    Path path = Path.of(".");

    @Option(
            names = "--write",
            description =
                    "Also measure a block device that is not blank. Its first 1 MiB is read, and"
                            + " written back unchanged; nothing else may write to it meanwhile.")
    boolean isWrite;

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Console console = Console.of(spec);
        Report report = new Doctor(System::nanoTime).examine(path, isWrite).with(java());
        if (isJson) console.say(Json.write(DoctorText.fields(report)));
        else DoctorText.lines(report).forEach(console::say);
        return report.count(Level.PROBLEM) == 0 ? 0 : 1;
    }

    private static Finding java() {
        return DoctorText.java(NodeJava.here());
    }
}
