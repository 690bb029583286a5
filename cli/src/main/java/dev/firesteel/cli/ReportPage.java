// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes a page of results to a file. */
final class ReportPage {
    private ReportPage() {}

    /**
     * Writes the page atomically: a reader that has the old one open keeps it.
     *
     * @return the message for the user
     * @throws IOException if there is no directory for the page, or a result cannot be shown
     */
    static String write(List<Path> results, Path output) throws IOException {
        requireFile(output);
        String page = Report.of(results);
        Path made = output.resolveSibling(output.getFileName() + ".new");
        try {
            Files.writeString(made, page);
            Files.move(made, output, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
        }
        return "The report is " + output.toAbsolutePath().normalize();
    }

    private static void requireFile(Path output) throws IOException {
        if (Files.isDirectory(output))
            throw new IOException(output + " is a directory: name a file for the report");
        Path directory = output.toAbsolutePath().normalize().getParent();
        if (directory == null || !Files.isDirectory(directory))
            throw new IOException(
                    "there is no directory %s for the report %s: make it, or name another"
                            .formatted(directory, output));
    }
}
