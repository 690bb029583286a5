// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel endurance record}: records the writes of a running node as a trace. */
@Command(
        name = "record",
        description =
                "Records the files that a running node creates, writes and deletes, until the time"
                        + " is over or Ctrl-C. The node needs the agent, and must run on this"
                        + " machine as this user. It needs no other settings, and no restart.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance record --node data/node1 --seconds 3600 traces",
            "  firesteel endurance record --pid 4711 --size 1GiB traces"
        })
final class RecordVerb implements Callable<Integer> {
    private static final long LEAST_BYTES = 1 << 20;

    @Parameters(
            paramLabel = "TRACE",
            arity = "0..1",
            description =
                    "The directory for the trace, which 'simulate' and 'recommend' read. The node"
                            + " makes it, and writes to it.")
    @Nullable Path trace;

    @Option(
            names = "--node",
            paramLabel = "DIR",
            description = "The directory of a node that 'firesteel run' has started.")
    @Nullable Path node;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process of a node, however it was started.")
    @Nullable Long pid;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Length of the recording (default: until Ctrl-C).")
    @Nullable Long seconds;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "64MiB",
            converter = Size.Converter.class,
            description =
                    "Maximum size of the trace (default: ${DEFAULT-VALUE}). Beyond it, the oldest"
                            + " of eight parts is deleted.")
    Size size = new Size(0);

    @Option(
            names = "--stop",
            description = "End a recording that another command, or firesteel.yaml, has started.")
    boolean isStop;

    @Option(names = "--json", description = "Print the summary as one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        Path directory = isStop ? null : directory(console);
        try (JMXConnector connector = node(console).management()) {
            NodeRecording recording =
                    new NodeRecording(
                            connector.getMBeanServerConnection(), console, System::nanoTime);
            if (directory == null) recording.stop();
            else recording.run(directory, size.bytes(), seconds, isJson);
        }
        return 0;
    }

    private RunningNode node(Console console) {
        if ((node == null) == (pid == null)) throw wrong(console, "give one of --node and --pid");
        try {
            return node != null ? RunningNode.in(node) : RunningNode.of(pid == null ? 0 : pid);
        } catch (NodeException e) {
            throw new ParameterException(console.command(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the trace's directory, which must be missing or empty. */
    private Path directory(Console console) throws IOException {
        if (trace == null)
            throw wrong(console, "TRACE is missing: give the directory for the trace");
        if (seconds != null && seconds < 1)
            throw wrong(console, "--seconds must be at least 1, not " + seconds);
        if (size.bytes() < LEAST_BYTES)
            throw wrong(console, "--size must be at least 1MiB, not " + size);
        Path directory = trace.toAbsolutePath().normalize();
        if (!Files.exists(directory)) return directory;
        if (!Files.isDirectory(directory)) throw wrong(console, trace + " is not a directory");
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent())
                throw wrong(
                        console, trace + " is not empty: give a directory for this trace alone");
        }
        return directory;
    }

    private static ParameterException wrong(Console console, String message) {
        return new ParameterException(console.command(), message);
    }
}
