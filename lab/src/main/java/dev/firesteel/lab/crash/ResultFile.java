// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The results so far, one JSON object a line. A line cut short by a crash does not count. */
final class ResultFile {
    private static final ObjectMapper JSON = new ObjectMapper();

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
            results.add(JSON.readValue(line, CycleResult.class));
        return results;
    }

    void append(CycleResult result) throws IOException {
        Files.writeString(
                file,
                JSON.writeValueAsString(result) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
