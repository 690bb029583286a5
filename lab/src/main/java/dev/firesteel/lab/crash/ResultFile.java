// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of results, one JSON object a line. A line that a crash has cut off does not count.
 *
 * @param <T> the type of a line
 */
final class ResultFile<T extends Record> {
    /** The beginning of every result, which identifies truncated ones. */
    private static final String HEAD = "{\"target\":";

    private final Path file;
    private final Class<T> type;

    ResultFile(Path file, Class<T> type) {
        this.file = file;
        this.type = type;
    }

    /** Returns whether the file holds only such results, or does not exist. Changes nothing. */
    boolean isSound() throws IOException {
        if (!Files.exists(file)) return true;
        if (!Files.isRegularFile(file)) return false;
        try {
            String text = Files.readString(file);
            String whole = JsonLine.whole(text);
            parse(whole);
            String rest = text.length() > whole.length() ? text.substring(whole.length()) : "";
            return whole.lines().allMatch(line -> line.startsWith(HEAD))
                    && (rest.startsWith(HEAD) || HEAD.startsWith(rest));
        } catch (JsonProcessingException | CharacterCodingException e) {
            return false;
        }
    }

    /** Reads the results, and removes what follows the last complete line. */
    List<T> read() throws IOException {
        if (!Files.exists(file)) return new ArrayList<>();
        String text = Files.readString(file);
        List<T> results = parse(JsonLine.whole(text));
        JsonLine.leave(file, text);
        return results;
    }

    void append(T result) throws IOException {
        JsonLine.append(file, result);
    }

    private List<T> parse(String lines) throws IOException {
        List<T> results = new ArrayList<>();
        for (String line : lines.lines().toList()) results.add(JsonLine.read(line, type));
        return results;
    }
}
