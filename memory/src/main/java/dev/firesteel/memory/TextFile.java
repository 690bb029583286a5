// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads text of users: UTF-8, or UTF-16 with a byte order mark. Spreadsheets write both, with the
 * mark.
 */
final class TextFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final int BYTE_MASK = 0xff;
    private static final int MOST_BYTES = 64 << 20;

    private TextFile() {}

    /**
     * Reads the whole file, without the mark.
     *
     * @throws MeasurementsException if the file is missing, a directory, or not such text
     */
    static String read(Path path) throws IOException {
        if (Files.isDirectory(path))
            throw new MeasurementsException(path + " is a directory, not a file");
        try {
            requireSmall(path);
            byte[] bytes = Files.readAllBytes(path);
            String text = charset(bytes).newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            requireText(path, text);
            return text.startsWith(BYTE_ORDER_MARK)
                    ? text.substring(BYTE_ORDER_MARK.length())
                    : text;
        } catch (NoSuchFileException e) {
            throw new MeasurementsException("there is no file " + path);
        } catch (CharacterCodingException e) {
            throw new MeasurementsException(
                    path + " is not text in UTF-8: save it as CSV in UTF-8");
        }
    }

    private static void requireSmall(Path path) throws IOException {
        if (Files.size(path) > MOST_BYTES)
            throw new MeasurementsException(
                    "%s has %d bytes, and at most %d are read: give a smaller file"
                            .formatted(path, Files.size(path), MOST_BYTES));
    }

    private static Charset charset(byte[] bytes) {
        if (startsWith(bytes, 0xff, 0xfe)) return StandardCharsets.UTF_16LE;
        if (startsWith(bytes, 0xfe, 0xff)) return StandardCharsets.UTF_16BE;
        return StandardCharsets.UTF_8;
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2
                && (bytes[0] & BYTE_MASK) == first
                && (bytes[1] & BYTE_MASK) == second;
    }

    private static void requireText(Path path, String text) throws MeasurementsException {
        if (text.startsWith("PK\u0003\u0004"))
            throw new MeasurementsException(
                    path + " is a workbook or another archive, not text: save it as CSV in UTF-8");
        if (text.indexOf('\0') >= 0)
            throw new MeasurementsException(
                    path
                            + " is binary, or UTF-16 without a byte order mark: save it as CSV in"
                            + " UTF-8");
    }
}
