// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The results so far, one JSON object a line. A line cut short by a crash does not count.
 *
 * @param <T> what a line holds
 */
final class ResultFile<T extends Record> {
    private final Path file;
    private final Class<T> type;

    ResultFile(Path file, Class<T> type) {
        this.file = file;
        this.type = type;
    }

    /** What is there; what follows the last whole line is cut off. */
    List<T> read() throws IOException {
        if (!Files.exists(file)) return new ArrayList<>();
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (whole.length() < text.length()) Files.writeString(file, whole);
        List<T> results = new ArrayList<>();
        for (String line : whole.lines().toList()) results.add(JsonLine.read(line, type));
        return results;
    }

    void append(T result) throws IOException {
        JsonLine.append(file, result);
    }
}
