// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import dev.firesteel.cli.common.OutputFile;
import dev.firesteel.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a page of results to a file. */
final class ReportPage {
    private ReportPage() {}

    /**
     * Writes the page.
     *
     * @return the message for the user
     * @throws IOException if the page must not be written there, or a result cannot be shown
     */
    static String write(List<Path> results, Path output) throws IOException {
        OutputFile.PAGE.requireReplaceable(output, results);
        requireDirectory(output);
        OutputFile.PAGE.write(output, Report.of(results));
        return "The report is " + output.toAbsolutePath().normalize();
    }

    private static void requireDirectory(Path output) throws IOException {
        Path directory = output.toAbsolutePath().normalize().getParent();
        if (directory == null || !Files.isDirectory(directory))
            throw new IOException(
                    "there is no directory %s for the report %s: make it, or name another"
                            .formatted(directory, output));
    }
}
