// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The results so far, one JSON object a line. A line cut short by a crash does not count. */
final class ResultFile {
    private final Path file;

    ResultFile(Path file) {
        this.file = file;
    }

    /** What is there; what follows the last whole line is cut off. */
    List<CycleResult> read() throws IOException {
        if (!Files.exists(file)) return new ArrayList<>();
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (whole.length() < text.length()) Files.writeString(file, whole);
        List<CycleResult> results = new ArrayList<>();
        for (String line : whole.lines().toList())
            results.add(JsonLine.read(line, CycleResult.class));
        return results;
    }

    void append(CycleResult result) throws IOException {
        JsonLine.append(file, result);
    }
}
