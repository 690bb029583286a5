// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Properties;

/** What came of a measurement: a properties file for whoever asked for it. */
final class Figures {
    private Figures() {}

    /** Adds figures to a file, which is made if it is not there. */
    static void write(Path file, Map<String, ?> figures) throws IOException {
        Properties properties = new Properties();
        figures.forEach((name, figure) -> properties.setProperty(name, figure.toString()));
        try (Writer writer =
                Files.newBufferedWriter(
                        file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            properties.store(writer, null);
        }
    }
}
