// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import java.io.IOException;
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

/** {@code firesteel report}: one page of results. */
@Command(
        name = "report",
        description =
                "Makes one HTML page of results: bars and curves, each with its data as a table"
                        + " and to download. It opens in any browser, without a network.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel report ssd.json -o page.html            one result",
            "  firesteel report ssd.json disk.json -o page.html  several, one under the other",
            "  firesteel report ssd.hlog disk.hlog -o page.html  latencies of both in one figure"
        })
public final class ReportVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "RESULTS",
            arity = "1..*",
            description =
                    "The output with --json of bench commitlog, bench replay, bench journal,"
                            + " endurance model, endurance simulate, lab load, lab ycsb, lab crash,"
                            + " lab powercut, lab sweep, lab scale, lab staleness, memory fit, memory recommend,"
                            + " memory compare and reproduce, the file of results of lab matrix,"
                            + " and logs of --histograms, whose latencies are drawn together.")
    List<Path> results = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "report.html",
            description =
                    "The file for the page. An earlier page is replaced (default:"
                            + " ${DEFAULT-VALUE}).")
    Path output = Path.of("");

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console.of(spec).say(ReportPage.write(results, output));
        return 0;
    }
}
