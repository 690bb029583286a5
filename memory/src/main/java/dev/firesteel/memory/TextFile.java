// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads text of users: UTF-8, with or without the byte order mark that spreadsheets write. */
final class TextFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TextFile() {}

    /**
     * Reads the whole file, without the mark.
     *
     * @throws MeasurementsException if the file is missing, a directory, or not UTF-8 text
     */
    static String read(Path path) throws IOException {
        if (Files.isDirectory(path))
            throw new MeasurementsException(path + " is a directory, not a file");
        try {
            String text = Files.readString(path);
            return text.startsWith(BYTE_ORDER_MARK)
                    ? text.substring(BYTE_ORDER_MARK.length())
                    : text;
        } catch (NoSuchFileException e) {
            throw new MeasurementsException("there is no file " + path);
        } catch (MalformedInputException e) {
            throw new MeasurementsException(path + " is not text in UTF-8");
        }
    }
}
