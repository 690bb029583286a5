// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.report.published.Catalog;
import dev.firesteel.report.published.PublishedFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel reproduce}: measures published figures on this machine. */
@Command(
        name = "reproduce",
        description =
                "Measures on this machine what figures of papers show, and puts it beside what they"
                        + " printed: whether the shape is the same, and a page of everything that was"
                        + " measured. Ctrl-C ends it; what was measured to its end stays, and the"
                        + " same command goes on. docs/lab/reproduce.md tells how.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel reproduce --list                   what there is",
            "  firesteel reproduce capi-figure-4 --quick    five minutes, and a page to open",
            "  firesteel reproduce sandisk bluewaters       all figures of two papers",
            "  firesteel reproduce all --quick"
        })
final class ReproduceVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "FIGURE",
            arity = "0..*",
            description =
                    "What to reproduce: names that --list has, or what they begin with (capi,"
                            + " multistream, bluewaters, memory, sandisk), or all.")
    List<String> names = new ArrayList<>();

    @Option(
            names = "--list",
            description =
                    "List the figures, all or those that are named, what some need, and why others"
                            + " cannot be measured.")
    boolean isList;

    @Option(
            names = "--quick",
            description =
                    "One round, of seconds, on nodes that are not yet warm. To look at, not to rely"
                            + " on.")
    boolean isQuick;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/reproduce",
            description =
                    "Where results go, and files of nodes while they are measured: on the drive that"
                            + " is meant (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the page goes (default: report.html in DIR). It is replaced.")
    @Nullable Path output;

    @Option(
            names = "--address",
            paramLabel = "127.x.y.z",
            defaultValue = "127.0.0.1",
            description = "Where nodes listen (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        Catalog catalog = Catalog.read();
        if (isList) {
            List<String> wanted = names.isEmpty() ? List.of("all") : names;
            FigureList list = FigureList.of(console.checked(() -> catalog.named(wanted)));
            if (isJson) console.say(JsonLine.of(list));
            else list.lines().forEach(console::say);
            return 0;
        }
        console.checked(() -> CassandraNode.at(data).loopbackAddress(address));
        Path page = page(console);
        return new LocalReproduction(
                        figures(catalog, console),
                        catalog.figures(),
                        isQuick,
                        new ExperimentRuns(data, isQuick, address, Firesteel::commandLine, console),
                        console)
                .run(data, page, isJson);
    }

    /** Checks the output before measuring, which may take hours. */
    private Path page(Console console) {
        if (Files.exists(data) && !Files.isDirectory(data))
            throw wrong(console, "--data " + data + " is no directory");
        if (output == null) return data.resolve("report.html");
        Path parent = output.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent))
            throw wrong(console, "there is no directory " + parent + " for --output");
        if (Files.isDirectory(output))
            throw wrong(console, "--output " + output + " is a directory: name a file in it");
        return output;
    }

    private static ParameterException wrong(Console console, String message) {
        return new ParameterException(console.command(), message);
    }

    private List<PublishedFigure> figures(Catalog catalog, Console console) {
        if (names.isEmpty()) throw wrong(console, "FIGURE is missing: --list has them all");
        return console.checked(() -> catalog.measurable(names));
    }
}
