// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.node.FileFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Results in JSON: one object a line, whose members are those of a record. */
public final class JsonLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonLine() {}

    /** Returns a record on one line, without the line break. */
    public static String of(Record result) {
        try {
            return JSON.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Parses the record of a line.
     *
     * @throws IOException if the line is not one
     */
    public static <T extends Record> T read(String line, Class<T> type) throws IOException {
        return JSON.readValue(line, type);
    }

    /**
     * Parses the result of a line, which is an object.
     *
     * @param settings their type
     * @param result its type
     * @throws IOException if the line is not one
     */
    static <S extends Record, R extends Record> ResultLine<S, R> read(
            String line, Class<? extends Record> settings, Class<R> result) throws IOException {
        return JSON.readValue(
                line,
                JSON.getTypeFactory().constructParametricType(ResultLine.class, settings, result));
    }

    /**
     * Returns the complete lines of a text, each with its line feed. The last object is complete
     * without one: an editor may have left it so. A part of an object, which a killed program may
     * have left, is cut off.
     */
    public static String whole(String text) {
        int end = text.lastIndexOf('\n') + 1;
        try {
            return JSON.readTree(text.substring(end)).isObject()
                    ? text + "\n"
                    : text.substring(0, end);
        } catch (JsonProcessingException e) {
            return text.substring(0, end);
        }
    }

    /** Leaves only the {@link #whole} lines of a text in its file. */
    public static void leave(Path file, String text) throws IOException {
        String whole = whole(text);
        if (whole.length() > text.length())
            Files.writeString(file, "\n", StandardOpenOption.APPEND);
        else
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
            }
    }

    /** Adds a line to a file, which is created if it is missing. */
    public static void append(Path file, Record result) throws IOException {
        String line = of(result) + "\n";
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw FileFailure.named(file, e);
        }
    }
}
