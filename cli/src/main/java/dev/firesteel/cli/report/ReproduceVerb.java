// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Program;
import dev.firesteel.cli.common.StartsNodes;
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
        description = {
            "Measures on this machine the figures of papers, and compares them with the"
                    + " published values: the verdict on the shape, and a page of all"
                    + " results. Ctrl-C ends the run; finished measurements stay, and the"
                    + " same command continues.",
            "See docs/lab/reproduce.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel reproduce --list                   the figures",
            "  firesteel reproduce capi-figure-4 --quick    five minutes, and a page to open",
            "  firesteel reproduce sandisk bluewaters       all figures of two papers",
            "  firesteel reproduce all --quick"
        })
public final class ReproduceVerb implements Callable<Integer>, StartsNodes {
    @Parameters(
            paramLabel = "FIGURE",
            arity = "0..*",
            description =
                    "The figures: names from --list, or prefixes of them (capi, multistream,"
                            + " bluewaters, memory, sandisk), or all.")
    List<String> names = new ArrayList<>();

    @Option(
            names = "--list",
            description =
                    "List the figures (all, or the named ones), the needs of some, and the reasons"
                            + " why others cannot be measured.")
    boolean isList;

    @Option(
            names = "--quick",
            description =
                    "One round of seconds, on nodes that are not warm. Its verdicts are not"
                            + " reliable.")
    boolean isQuick;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/reproduce",
            description =
                    "Directory for results, and for files of nodes during a measurement, on the"
                            + " drive to measure (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file for the page, which is replaced (default: report.html in DIR).")
    @Nullable Path output;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Loopback address of the nodes (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public boolean startsNodes() {
        return !isList;
    }

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

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
        Program program = Program.of(console.command().getCommandSpec());
        return new LocalReproduction(
                        figures(catalog, console),
                        catalog.figures(),
                        isQuick,
                        new ExperimentRuns(
                                data, isQuick, address, program::newCommandLine, console),
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
            throw wrong(console, "--output " + output + " is a directory: give a file in it");
        return output;
    }

    private static ParameterException wrong(Console console, String message) {
        return new ParameterException(console.command(), message);
    }

    private List<PublishedFigure> figures(Catalog catalog, Console console) {
        if (names.isEmpty()) throw wrong(console, "FIGURE is missing: --list shows the names");
        return console.checked(() -> catalog.measurable(names));
    }
}
