// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of results: a sequence of JSON objects as printed by {@code --json}, or one a line.
 *
 * @param name the file's name
 * @param objects its content, at least one
 */
record ResultFile(String name, List<JsonNode> objects) {
    /** Maximum size: more than any experiment writes, and too large for a browser. */
    private static final long MOST_BYTES = 16L << 20;

    /** The sum of the bytes of the mark, in either order; no UTF-8 begins with them. */
    private static final int UTF_16_MARK = 0xfe + 0xff;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static ResultFile read(Path path) throws IOException {
        if (Files.isDirectory(path))
            throw new ReportException(path + " is a directory: give the files of results in it");
        try {
            if (Files.size(path) > MOST_BYTES)
                throw new ReportException(
                        path + " has more than 16 MiB, too much for a file of results");
            return new ResultFile(String.valueOf(path.getFileName()), objects(path));
        } catch (NoSuchFileException e) {
            throw new ReportException("There is no file " + path);
        } catch (CharacterCodingException e) {
            throw new ReportException(path + " holds no results: it is not text");
        } catch (JsonProcessingException e) {
            throw new ReportException(
                    ("%s holds no results: %s is not JSON (%s). Give the output of --json, or"
                                    + " a file of results")
                            .formatted(
                                    path,
                                    e.getLocation() == null
                                            ? "it"
                                            : "line " + e.getLocation().getLineNr(),
                                    e.getOriginalMessage()));
        }
    }

    private static List<JsonNode> objects(Path path) throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        ObjectMapper mapper = new ObjectMapper();
        try (MappingIterator<JsonNode> values =
                mapper.readerFor(JsonNode.class).readValues(text(path))) {
            while (values.hasNextValue()) objects.add(object(path, values.nextValue()));
        }
        if (objects.isEmpty())
            throw new ReportException(path + " is empty: give a file of results");
        return objects;
    }

    /** Reads UTF-8, with or without a byte order mark, or UTF-16 with one. */
    private static String text(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        boolean isUtf16 = bytes.length >= 2 && (bytes[0] & 0xff) + (bytes[1] & 0xff) == UTF_16_MARK;
        String text =
                isUtf16
                        ? new String(bytes, StandardCharsets.UTF_16)
                        : StandardCharsets.UTF_8
                                .newDecoder()
                                .decode(ByteBuffer.wrap(bytes))
                                .toString();
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    private static JsonNode object(Path path, JsonNode value) throws ReportException {
        if (!value.isObject())
            throw new ReportException(
                    path + " holds no results: these are JSON objects, and it has another value");
        return value;
    }
}
