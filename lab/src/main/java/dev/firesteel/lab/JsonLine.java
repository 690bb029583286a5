// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Results as machines read them: one JSON object a line, its members those of a record. */
public final class JsonLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonLine() {}

    /** A record on one line, without the line's end. */
    public static String of(Record result) {
        try {
            return JSON.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * The record that a line holds.
     *
     * @throws IOException if it does not
     */
    public static <T extends Record> T read(String line, Class<T> type) throws IOException {
        return JSON.readValue(line, type);
    }

    /**
     * The result that a line holds, which is an object.
     *
     * @param settings their type
     * @param result its type
     * @throws IOException if it does not
     */
    static <S extends Record, R extends Record> ResultLine<S, R> read(
            String line, Class<? extends Record> settings, Class<R> result) throws IOException {
        return JSON.readValue(
                line,
                JSON.getTypeFactory().constructParametricType(ResultLine.class, settings, result));
    }

    /** Adds a line to a file, which is made if it is not there. */
    public static void append(Path file, Record result) throws IOException {
        Files.writeString(
                file, of(result) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
