// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Properties;

/** Writes the results of a measurement to a properties file. */
final class Figures {
    private Figures() {}

    /** Adds figures to a file, which is created if it does not exist. */
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
